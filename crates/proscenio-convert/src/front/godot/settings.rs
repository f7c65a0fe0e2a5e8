//! What `project.godot` says about drawing.

use proscenio_godot::{Document, SectionKind, Value};
use proscenio_project::Project;
use proscenio_scene::Rendering;
use proscenio_source::Source;

use super::pseudo::Pseudo;

/// The settings of the project a scene belongs to, or the engine's own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// Colour where nothing is drawn, as stored.
    pub clear_color: [f32; 4],
    /// The environment of scenes without one: `res://…`.
    pub default_environment: Option<String>,
    /// `CanvasItem.TextureFilter`-like number: 0 nearest, 1 linear, 2 linear mipmap, 3 nearest mipmap.
    pub canvas_filter: i64,
    /// 0 no, 1 repeat, 2 mirrored.
    pub canvas_repeat: i64,
    /// Edge of a pixel of baked light on primitive meshes, metres.
    pub light_texel: f32,
    /// Width and height of the window, pixels; `None` without a project.
    pub window: Option<[u32; 2]>,
    /// Whether what moves in steps of physics is shown between them; Godot 4 alone does so in the plane.
    pub interpolated: bool,
    /// Factor on the numbers of the engine's own theme.
    pub theme_scale: f32,
    /// Whether controls stand at whole pixels.
    pub snap_controls: bool,
    /// The theme of all controls and the font of all that say no other: `res://…`.
    pub theme: [Option<String>; 2],
    /// How the window is drawn.
    pub rendering: Rendering,
    /// How texts are changed to find those that are not translated.
    pub pseudo: Option<Pseudo>,
}

impl Settings {
    /// The settings of a project; the engine's own where it says nothing.
    pub fn read(project: &Project<'_>) -> Self {
        let mut settings = Self {
            clear_color: [0.3, 0.3, 0.3, 1.0],
            default_environment: None,
            canvas_filter: 1,
            canvas_repeat: 0,
            light_texel: 0.2,
            window: None,
            interpolated: false,
            theme_scale: 1.0,
            snap_controls: true,
            theme: [None, None],
            rendering: Rendering::default(),
            pseudo: None,
        };
        let Some(bytes) = project.read_at_root("project.godot") else { return settings };
        let document = Document::parse(Source::new("project.godot", bytes));
        let config = Config { document: &document };
        // Godot 4 writes version 5; the versions before have other names and another window.
        let version = document.loose_properties().find(|entry| entry.is("config_version"));
        let old = version.and_then(|entry| entry.integer()).is_some_and(|version| version < 5);
        let (width, height) = if old { (1024, 600) } else { (1152, 648) };
        let side = |new: &str, before: &str, default: u32| {
            let set = config.get("display", if old { before } else { new });
            set.and_then(|value| value.as_i64()).and_then(|side| u32::try_from(side).ok()).unwrap_or(default)
        };
        settings.window = Some([
            side("window/size/viewport_width", "window/size/width", width).max(1),
            side("window/size/viewport_height", "window/size/height", height).max(1),
        ]);
        let interpolated = config.get("physics", "common/physics_interpolation");
        settings.interpolated = !old && interpolated.and_then(|value| value.as_bool()).unwrap_or(false);
        let gui = |name: &str| config.get("gui", name);
        let scale = gui("theme/default_theme_scale").and_then(|value| value.as_f64());
        settings.theme_scale = scale.map_or(1.0, |scale| (scale as f32).clamp(0.5, 8.0));
        let snap = gui("common/snap_controls_to_pixels").and_then(|value| value.as_bool());
        settings.snap_controls = snap.unwrap_or(true);
        let file = |name: &str| gui(name).and_then(|value| Some(value.as_str()?.to_owned()));
        settings.theme =
            ["theme/custom", "theme/custom_font"].map(|name| file(name).filter(|file| !file.is_empty()));
        settings.pseudo = Pseudo::read(&config);
        settings.rendering = rendering(&config, old);
        let names = if old {
            ["environment/default_clear_color", "environment/default_environment"]
        } else {
            ["environment/defaults/default_clear_color", "environment/defaults/default_environment"]
        };
        if let Some(color) = config.get("rendering", names[0]).and_then(|value| value.as_color()) {
            settings.clear_color = color;
        }
        settings.default_environment =
            config.get("rendering", names[1]).and_then(|value| Some(value.as_str()?.to_owned()));
        let number = |name: &str| config.get("rendering", name).and_then(|value| value.as_i64());
        settings.canvas_filter =
            number("textures/canvas_textures/default_texture_filter").unwrap_or(settings.canvas_filter);
        settings.canvas_repeat =
            number("textures/canvas_textures/default_texture_repeat").unwrap_or(settings.canvas_repeat);
        let texel = config.get("rendering", "lightmapping/primitive_meshes/texel_size");
        if let Some(texel) = texel.and_then(|value| value.as_f64()).filter(|texel| *texel > 0.0) {
            settings.light_texel = texel as f32;
        }
        settings
    }
}

/// How the window is drawn. Engine behaviour: a name with the machine's kind behind it wins on such a machine.
fn rendering(config: &Config<'_>, old: bool) -> Rendering {
    let number = |name: &str| {
        let own = |kind: &str| config.get("rendering", &format!("{name}{kind}"));
        own(".linuxbsd").or_else(|| own(".pc")).or_else(|| own("")).and_then(|value| value.as_i64())
    };
    let flag = |name: &str| config.get("rendering", name).and_then(|value| value.as_bool()).unwrap_or(false);
    if old {
        return Rendering {
            space_samples: samples(number("quality/filters/msaa").unwrap_or(0)),
            smooth_edges: flag("quality/filters/use_fxaa"),
            ..Rendering::default()
        };
    }
    Rendering {
        space_samples: samples(number("anti_aliasing/quality/msaa_3d").unwrap_or(0)),
        plane_samples: samples(number("anti_aliasing/quality/msaa_2d").unwrap_or(0)),
        smooth_edges: number("anti_aliasing/quality/screen_space_aa") == Some(1),
        linear_plane: flag("viewport/hdr_2d"),
        smooth_glow: number("environment/glow/upscale_mode") != Some(0),
    }
}

/// Samples of a pixel, from `Viewport.MSAA`.
pub(super) fn samples(number: i64) -> u32 {
    match number {
        1 => 2,
        2 => 4,
        3.. => 8,
        _ => 1,
    }
}

/// A file of `[section]`s with `name=value` lines, as the engine writes for projects and imports.
pub(super) struct Config<'d> {
    pub document: &'d Document,
}

impl Config<'_> {
    /// The value of a name in a section; the last of several counts.
    pub fn get(&self, section: &str, name: &str) -> Option<Value> {
        let sections = self.document.sections().filter(|found| {
            // `[resource]` and such are no more than names here.
            found.kind() == SectionKind::of(section.as_bytes()) && found.tag() == section
        });
        Some(sections.filter_map(|section| section.property(name)).last()?.value())
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use proscenio_project::Project;
    use proscenio_vfs::MemoryTree;

    fn read(text: &str) -> Settings {
        let files = MemoryTree::from_files([("p/project.godot", text)]);
        Settings::read(&Project::around(&files, "p/a.tscn"))
    }

    #[test]
    fn a_project_of_godot_4() {
        let settings = read(
            "config_version=5\n\n[display]\n\nwindow/size/viewport_width=640\n\n[rendering]\n\n\
             environment/defaults/default_clear_color=Color(0.2, 0.22, 0.25, 1)\n\
             textures/canvas_textures/default_texture_filter=0\n\n\
             [physics]\n\ncommon/physics_interpolation=true\n",
        );
        assert_eq!((settings.window, settings.interpolated), (Some([640, 648]), true));
        assert_eq!(settings.clear_color, [0.2, 0.22, 0.25, 1.0]);
        assert_eq!((settings.canvas_filter, settings.canvas_repeat), (0, 0));
    }

    #[test]
    fn a_project_of_godot_3() {
        let settings = read(
            "config_version=4\n\n[physics]\n\ncommon/physics_interpolation=true\n\n[rendering]\n\nenvironment/default_clear_color=Color( 1, 0, 0, 1 )\n\
             environment/default_environment=\"res://default_env.tres\"\n",
        );
        assert_eq!((settings.window, settings.interpolated), (Some([1024, 600]), false));
        assert_eq!(settings.clear_color, [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(settings.default_environment.as_deref(), Some("res://default_env.tres"));
    }

    #[test]
    fn without_a_project_the_engine_decides() {
        let files = MemoryTree::default();
        let settings = Settings::read(&Project::around(&files, "a.tscn"));
        assert_eq!((settings.window, settings.clear_color), (None, [0.3, 0.3, 0.3, 1.0]));
    }
}
