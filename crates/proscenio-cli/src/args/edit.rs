//! The flags of the commands that change files.

use clap::{Args, Subcommand};

use super::Format;

/// What all of them take.
#[derive(Args)]
pub struct Target {
    /// The file, or - for standard input (then the result goes to standard output)
    pub file: String,
    /// Print the changed file instead of writing it
    #[arg(long)]
    pub stdout: bool,
    /// Where the random part of new ids comes from; the same seed gives the same ids
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Keep resources that lose their last user
    #[arg(long)]
    pub keep_unused: bool,
    /// How to tell what was done
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The commands.
#[derive(Subcommand)]
pub enum Edit {
    /// Set a property, or a member of its value
    #[command(
        after_help = "One value changes, or one is added where the engine would write it.\n\nGodot: NODE:PROPERTY[:MEMBER...], @ID for a resource\n  proscenio set level.tscn Player:position 'Vector2(40, 120)'\n  proscenio set level.tscn Player:position:x 40\n  proscenio set level.tscn Ball:mesh:material:albedo_color:r 0.5\n  proscenio set level.tscn @BoxMesh_abcde:size 'Vector3(1, 2, 1)'\n\nnacatamalon: BOX:MEMBER..., BOX/COMPONENT:MEMBER..., @KEY for an asset, :MEMBER for the file; values are JSON\n  proscenio set level.scene Player:transform:x 40\n  proscenio set level.scene player/sprite:texture '\"hero\"'\n  proscenio set level.scene '#player:visible' false\n  proscenio set level.scene @hero:src '\"art/hero.png\"'\n  proscenio set level.scene :assets:- '{\"type\": \"audio\", \"key\": \"hop\"}'\n\nEspresso3D: ITEM/ITEM:FIELD[:PART...]; numbers and words with blanks between\n  proscenio set map.e3m hall/door:VERTICES '0 0 0, 0 2 0, 1 2 0, 1 0 0'\n  proscenio set map.e3m 'hall/triangle[3]:TEXTURE:ALIAS' FLOOR\n  proscenio set map.e3m hall/ball1:POSITION:Y 1.5\n  proscenio set actor.e3a 'walk/frame[2]/Hips:ROTATE' '5 0.5 0 0'\n  proscenio set textures.txt WALL:PATH media/wall.png"
    )]
    Set {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// What to set, NODE:PROPERTY[:MEMBER...]; see below
        property: String,
        /// The value in the notation of the file
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Take out a property, a member or an array item
    #[command(
        after_help = "Examples:\n  proscenio unset level.tscn Player:modulate\n  proscenio unset level.scene player/sprite:tint\n  proscenio unset level.scene @hero\n  proscenio unset map.e3m 'hall/triangle[3]:TEXTUREDETAIL0'"
    )]
    Unset {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// What to take out, NODE:PROPERTY[:MEMBER...] as for `set`
        property: String,
    },
    /// Add a node, a box, or an item of a map, an actor or a texture set
    #[command(
        after_help = "Examples:\n  proscenio add-node level.tscn Player Sprite --type Sprite2D\n  proscenio add-node level.tscn . Enemy --instance 2_abcde --set 'position=Vector2(8, 8)'\n  proscenio add-node level.scene World Enemy --component sprite --set transform:x=40\n  proscenio add-node level.scene player Arm --id arm --group limb --before Leg\n\nEspresso3D: the name is an id, a particle system's registered name, a triangle's alias, or a texture set's path\n  proscenio add-node map.e3m . cellar\n  proscenio add-node map.e3m hall door --type portal --set VERTICES='0 0 0, 0 1 0, 1 1 0, 1 0 0' --set PORTALLINK='yard gate'\n  proscenio add-node map.e3m hall ball1 --type actor --set NAME=BALL --set POSITION='1 0 2'\n  proscenio add-node map.e3m hall WALL --type triangle --set VERTICES='0 0 0, 1 0 0, 0 1 0' --set TEXTURE='0 0, 1 0, 0 1'\n  proscenio add-node actor.e3a . Foot --type bone --set PARENT=Leg\n  proscenio add-node textures.txt . WALL --set PATH=media/wall.png",
        visible_alias = "add"
    )]
    AddNode {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The path of the parent, or its id; . for the root
        parent: String,
        /// The name of the new node
        name: String,
        /// Its class (Godot), the type of its component (nacatamalon), or its kind, such as portal (Espresso3D)
        #[arg(long = "type", value_name = "CLASS")]
        class: Option<String>,
        /// The id of the external resource it is an instance of (Godot)
        #[arg(long, value_name = "ID", conflicts_with = "class")]
        instance: Option<String>,
        /// Its id; one is made without it (nacatamalon)
        #[arg(long)]
        id: Option<String>,
        /// The type of a component; may be given several times (nacatamalon)
        #[arg(long = "component", value_name = "TYPE")]
        components: Vec<String>,
        /// A group it is in, or a tag it has; may be given several times
        #[arg(long = "group", value_name = "NAME")]
        groups: Vec<String>,
        /// A property or field, NAME=VALUE; may be given several times
        #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
        properties: Vec<(String, String)>,
        /// Where it stands among its siblings
        #[command(flatten)]
        place: Place,
    },
    /// Remove a node, a box or an item with all in it
    #[command(
        after_help = "Paths to it elsewhere, and masks that have its shape, are reported, not changed.\n\nExamples:\n  proscenio remove-node level.tscn Player/Shadow\n  proscenio remove-node level.scene '#shadow'\n  proscenio remove-node map.e3m hall/door\n  proscenio remove-node map.e3m 'hall/triangle[3]'",
        visible_alias = "remove"
    )]
    RemoveNode {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The path of the node, or its id
        node: String,
    },
    /// Rename a node, a box or an item; all that names it in the file follows
    #[command(
        after_help = "Examples:\n  proscenio rename-node level.tscn Player/Arm LeftArm\n  proscenio rename-node level.scene player Hero\n  proscenio rename-node map.e3m hall/door gate\n  proscenio rename-node map.e3m alias:WALL STONE\n  proscenio rename-node actor.e3a bone:Hips Pelvis\n  proscenio rename-node enemy.tscn Body Torso --everywhere --scripts --dry-run",
        visible_alias = "rename"
    )]
    RenameNode {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The path of the node, or its id
        node: String,
        /// Its new name
        name: String,
        /// Also in the scenes of the project that instance or inherit this one; scripts that name the node are told (Godot)
        #[arg(long)]
        everywhere: bool,
        /// With --everywhere: change the scripts too
        #[arg(long, requires = "everywhere")]
        scripts: bool,
        /// With --everywhere: write nothing, show how files would change
        #[arg(long, requires = "everywhere")]
        dry_run: bool,
    },
    /// Move a node, a box or an item to another parent or another place; every path and link follows
    #[command(
        after_help = "Examples:\n  proscenio move-node level.tscn Player/Lamp --parent Room\n  proscenio move-node level.tscn Player --before Enemy\n  proscenio move-node level.scene lamp --parent World/Room --at 0\n  proscenio move-node map.e3m hall/door --parent yard",
        visible_alias = "move"
    )]
    MoveNode {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The path of the node, or its id
        node: String,
        /// The path of its new parent; . for the root
        #[arg(long)]
        parent: Option<String>,
        /// Where it stands among its siblings
        #[command(flatten)]
        place: Place,
    },
    /// Copy a node, a box or an item with all in it, behind itself
    #[command(
        after_help = "Examples:\n  proscenio duplicate-node level.tscn Enemy --name Enemy2\n  proscenio duplicate-node level.scene enemy\n  proscenio duplicate-node map.e3m hall/ball1 --name ball2",
        visible_alias = "duplicate"
    )]
    DuplicateNode {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The path of the node, or its id
        node: String,
        /// The name of the copy; default: the first free one
        #[arg(long)]
        name: Option<String>,
    },
    /// Add a component to a box; prints its id (nacatamalon)
    #[command(
        after_help = "What is not given has its default and is not written.\n\nExamples:\n  proscenio add-component level.scene player light --set kind='\"point\"' --set range=4\n  proscenio add-component level.scene player sprite --id art --at 0 --set texture='\"hero\"'"
    )]
    AddComponent {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The box: its id, or the way to it
        node: String,
        /// The type, such as sprite
        #[arg(value_name = "TYPE")]
        kind: String,
        /// Its id; one is made without it
        #[arg(long)]
        id: Option<String>,
        /// A member, NAME=VALUE; may be given several times
        #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
        properties: Vec<(String, String)>,
        /// Where it stands among the components of its box
        #[command(flatten)]
        place: Place,
    },
    /// Remove a component (nacatamalon)
    #[command(after_help = "Example:\n  proscenio remove-component level.scene player/light")]
    RemoveComponent {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// BOX/TYPE, BOX/ID or #ID
        component: String,
    },
    /// Connect a signal to a method (Godot)
    #[command(after_help = "Example:\n  proscenio connect level.tscn Menu/Start pressed . _on_start_pressed")]
    Connect {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The connection
        #[command(flatten)]
        connection: Connection,
    },
    /// Remove a connection (Godot)
    #[command(
        after_help = "Example:\n  proscenio disconnect level.tscn Menu/Start pressed . _on_start_pressed"
    )]
    Disconnect {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The connection
        #[command(flatten)]
        connection: Connection,
    },
    /// Add a resource to a file; prints its id (Godot)
    #[command(
        after_help = "Examples:\n  proscenio add-resource level.tscn --type Texture2D --path res://hero.png\n  proscenio add-resource level.tscn --type BoxMesh --set 'size=Vector3(1, 2, 1)'"
    )]
    AddResource {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// The resource
        #[command(flatten)]
        resource: Resource,
    },
    /// Remove a resource, and those that only it used (Godot)
    #[command(after_help = "Example:\n  proscenio remove-resource level.tscn BoxMesh_abcde --unset-users")]
    RemoveResource {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// Its id
        id: String,
        /// Unset the properties that use it; otherwise a resource in use stays
        #[arg(long)]
        unset_users: bool,
    },
    /// Give a property a resource: one of the file or a new one (Godot)
    #[command(
        after_help = "Examples:\n  proscenio set-resource level.tscn Ball:mesh --type SphereMesh\n  proscenio set-resource level.tscn Ball:mesh --id BoxMesh_abcde\n  proscenio set-resource level.tscn Hero:texture --type Texture2D --path res://hero.png"
    )]
    SetResource {
        /// The file and how to write it
        #[command(flatten)]
        target: Target,
        /// NODE:PROPERTY[:MEMBER...]
        property: String,
        /// The id of a resource of the file
        #[arg(long, conflicts_with = "class")]
        id: Option<String>,
        /// A new resource
        #[command(flatten)]
        resource: OptionalResource,
    },
}

/// Where a node stands among its siblings; behind all others by default.
#[derive(Args)]
#[group(multiple = false)]
pub struct Place {
    /// Place among the siblings, counted from 0
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// In front of this sibling
    #[arg(long, value_name = "NAME")]
    pub before: Option<String>,
    /// Behind this sibling
    #[arg(long, value_name = "NAME")]
    pub behind: Option<String>,
}

impl Place {
    /// The same in the words of the library.
    pub fn among(&self) -> proscenio::Place<'_> {
        match self {
            Self { at: Some(at), .. } => proscenio::Place::At(*at),
            Self { before: Some(name), .. } => proscenio::Place::Before(name),
            Self { behind: Some(name), .. } => proscenio::Place::Behind(name),
            _ => proscenio::Place::Last,
        }
    }
}

/// A signal and the method it calls.
#[derive(Args)]
pub struct Connection {
    /// The path of the node that emits the signal
    pub from: String,
    /// The signal
    pub signal: String,
    /// The path of the node that is called
    pub to: String,
    /// The method
    pub method: String,
    /// Flags as the engine counts them
    #[arg(long)]
    pub flags: Option<i64>,
    /// How many of the signal's last arguments are left out
    #[arg(long, default_value_t = 0)]
    pub unbinds: i64,
    /// Arguments to add, an array in the engine's notation
    #[arg(long)]
    pub binds: Option<String>,
}

/// A resource: in another file with --path, inside this one without.
#[derive(Args)]
pub struct Resource {
    /// Its class
    #[arg(long = "type", value_name = "CLASS")]
    pub class: String,
    /// Its path, res://...
    #[arg(long)]
    pub path: Option<String>,
    /// Its unique id, uid://...
    #[arg(long, requires = "path")]
    pub uid: Option<String>,
    /// A property, NAME=VALUE; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment, conflicts_with = "path")]
    pub properties: Vec<(String, String)>,
}

/// As [`Resource`], when there may be none.
#[derive(Args)]
pub struct OptionalResource {
    /// The class of a new resource
    #[arg(long = "type", value_name = "CLASS", required_unless_present = "id")]
    pub class: Option<String>,
    /// The path of a resource in another file, res://...
    #[arg(long, requires = "class")]
    pub path: Option<String>,
    /// Its unique id, uid://...
    #[arg(long, requires = "path")]
    pub uid: Option<String>,
    /// A property of a new resource, NAME=VALUE; may be given several times
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment, conflicts_with = "path")]
    pub properties: Vec<(String, String)>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
