//! The finding codes of this family: name, severity, what each means, and what to do.

use proscenio_source::Severity;

pub use proscenio_source::CodeInfo;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $severity:ident, $summary:literal, $help:literal;)*) => {
        /// A finding code of this family.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Name, severity, meaning and help.
            #[must_use]
            pub const fn info(self) -> CodeInfo {
                match self {
                    $(Self::$variant => CodeInfo {
                        name: concat!("espresso3d/", $name),
                        severity: Severity::$severity,
                        summary: $summary,
                        help: $help,
                    },)*
                }
            }
        }

        /// What every code means, in the order of [`Code::ALL`].
        pub const CODES: &[CodeInfo] = &[$(Code::$variant.info(),)*];
    };
}

codes! {
    // Damage: found while reading.
    UnclosedBlock = "unclosed-block", Error,
        "A `{` has no `}`.", "add the missing `}`; the 0.5 engine drops a sector that does not end";
    MissingBrace = "missing-brace", Error,
        "A block has no `{`.", "put `{` on a line of its own after the item's header";
    MissingNumbers = "missing-numbers", Error,
        "A list holds fewer numbers than its tag needs.", "complete the list; the 0.5 engine stops loading here";
    BadNumber = "bad-number", Error,
        "A word stands where a number must, and is none.",
        "write a decimal number such as `-1.5`; the 0.5 engine stops loading here";
    NotFinite = "not-finite", Error,
        "A number is NaN, infinite or too large for a double.", "write a finite decimal number";
    MissingId = "missing-id", Error,
        "An item has no id or name.", "write the id after the tag, on the same line";
    MissingAlias = "missing-alias", Warning,
        "A texture has coordinates and no alias.",
        "write an alias of a texture set after the coordinates; without it the triangle is drawn untextured";
    MissingWord = "missing-word", Error,
        "A link lacks one of its ids.", "complete the link";
    MissingPath = "missing-path", Error,
        "A texture set line lacks its path.", "write the path behind it on the same line, after a blank";
    MissingFps = "missing-fps", Error,
        "An animation does not say its frames per second.",
        "write `ANIMATION id 20`; the 0.5 engine stops loading here, this reader takes 20";
    UnknownBlock = "unknown-block", Error,
        "A block belongs to no known item.",
        "remove it: in a sector the 0.5 engine takes its `}` for the end of the sector";
    MisplacedItem = "misplaced-item", Error,
        "An item or field stands where it has no meaning.",
        "move it into the block it belongs to, and look for a `}` too many before it";
    ExtraWords = "extra-words", Error,
        "A texture set line has more than an alias and a path.",
        "keep two words per line; paths cannot hold blanks, and the 0.5 engine stops reading the set here";

    // Read all the same, but worth a look.
    SurplusBrace = "surplus-brace", Warning,
        "A `}` closes nothing.", "remove it";
    ExtraValues = "extra-values", Warning,
        "A list holds more values than its tag needs.",
        "remove the surplus; note that a comma separates, so `1,5` is two numbers";
    NumberSuffix = "number-suffix", Warning,
        "A number has one of Java's suffixes f, F, d, D.", "remove the letter; other readers refuse it";
    UnknownWord = "unknown-word", Warning,
        "A word means nothing here.", "remove it, or begin the line with `# ` to keep it as a comment";
    WrongCase = "wrong-case", Warning,
        "A word is spelled in a letter case that the 0.5 engine does not know.", "write it in upper case";
    UnknownPortalType = "unknown-portal-type", Warning,
        "A portal's type is neither FAST nor ACCURATE.",
        "write `FAST`; the 0.5 engine drops portals of any other type";
    AccuratePortal = "accurate-portal", Warning,
        "A portal has type ACCURATE, which release 0.5 announced and does not know.",
        "write `FAST` for that engine; in pictures an ACCURATE portal cuts what is behind it to the doorway";
    MissingPortalType = "missing-portal-type", Warning,
        "A portal has an id and no type.", "write `PORTAL FAST id`: the 0.5 engine takes the id for the type and drops it";
    RepeatedField = "repeated-field", Warning,
        "A field is written twice in one item; the later one counts.", "remove one of the two";
    MissingFlag = "missing-flag", Warning,
        "A TEXTURESET line of an actor lacks JAR or NOJAR.", "add `NOJAR`: without it the 0.5 engine stops loading";
    UnknownFlag = "unknown-flag", Warning,
        "The word after a texture set's path is neither JAR nor NOJAR.", "write `NOJAR`";
    ZeroFps = "zero-fps", Warning,
        "An animation has no positive number of frames per second.",
        "write a positive number: the 0.5 engine takes 20 for 0, and runs backwards through time below it";
    SecondModel = "second-model", Warning,
        "An actor holds more than one MODEL.", "make one of them: the 0.5 engine adds all to the same actor";
    BoneLinkInMap = "bone-link-in-map", Warning,
        "A triangle of a map is linked to bones.", "remove the link: maps have no bones, and the 0.5 engine ignores it";
    RotateSpan = "rotate-span", Warning,
        "The span of ROTATE is no whole number.", "write whole frames: the 0.5 engine stops loading here";
    WrongFile = "wrong-file", Warning,
        "A map holds a MODEL, or an actor a SECTOR.", "move it to a file of the right kind";
    ReservedBlock = "reserved-block", Warning,
        "LIGHT and TERRAIN are reserved words without meaning.",
        "remove the item: a LIGHT block makes the 0.5 engine end the sector early";
    CommentInSet = "comment-in-texture-set", Warning,
        "A texture set holds a comment.", "remove it: to the 0.5 engine `# note` is alias `#` with path `note`";
    TabInSet = "tab-in-texture-set", Warning,
        "A tab separates two words of a texture set.", "use a blank: to the 0.5 engine a tab is part of the word";
    DuplicateAlias = "duplicate-alias", Warning,
        "A texture set defines an alias twice.", "remove the later line: the first one counts";
    ByteOrderMark = "byte-order-mark", Warning,
        "The file begins with a byte order mark.", "save it without: the 0.5 engine takes the mark for a word";
    NotUtf8 = "not-utf8", Info,
        "The file is not UTF-8 and is read as Latin-1.", "save it as UTF-8";

    // The layout rules of the 0.5 engine.
    LineDialect = "line-dialect", Info,
        "The file is in the line dialect of releases 0.1 to 0.3.",
        "convert it to the block dialect for release 0.5, which keeps nothing of this one";
    MixedDialect = "mixed-dialect", Warning,
        "The file mixes the line dialect and the block dialect.", "no release of the engine reads both; use one";
    TransitionalBones = "transitional-bones", Warning,
        "Bones are spelled with BONEGROUP and BONEATTACHMENT.",
        "write BONE and BONELINK: the 0.5 engine drops these bones";
    BraceOnTagLine = "brace-on-tag-line", Warning,
        "A `{` stands on the line of its tag.", "put it on the next line: the 0.5 engine does not see it here";
    IdOnNextLine = "id-on-next-line", Warning,
        "An id stands on the line after its tag.", "put it on the tag's line: the 0.5 engine does not see it here";
    DataLayout = "data-layout", Warning,
        "Values do not stand on the one line directly after their tag.",
        "put all values on the next line, with no blank or comment line between: the 0.5 engine stops loading here";
    TagNotFirst = "tag-not-first", Warning,
        "A tag or brace of a TRIANGLE block is not the first word of its line.",
        "begin a new line before it: the 0.5 engine does not see it here";
    UnseenRest = "unseen-rest", Warning,
        "Something stands behind values or a `}` on their line.",
        "begin a new line before it: the 0.5 engine does not look at it here";
    CommentAsWord = "comment-as-word", Warning,
        "A comment stands where the 0.5 engine reads an id, a name or a flag.",
        "put the comment on a line of its own: that engine takes its first word, and may run the others";
    LateTextureSet = "late-texture-set", Warning,
        "A texture set is named behind a sector or a model.",
        "name it first: the 0.5 engine groups triangles whose alias it does not know yet, and may draw them alike";
    GluedBrace = "glued-brace", Warning,
        "A brace touches the word beside it.", "put a blank or line end between: the 0.5 engine reads one word";
    GluedComment = "glued-comment", Warning,
        "A comment's `#` touches its text, and the 0.5 engine runs the rest of the line.",
        "put a blank after `#`";
    CommentInAnimation = "comment-in-animation", Warning,
        "A comment in an animation holds words that the 0.5 engine runs.",
        "remove it: animations cannot hold comments";

    // Meaning: found by the check of one document.
    MissingField = "missing-field", Error,
        "An item lacks a field it cannot be used without.", "add the field";
    DuplicateId = "duplicate-id", Error,
        "Two items of one kind have the same id.", "rename one: in the 0.5 engine the later one replaces the earlier";
    UnknownSector = "unknown-sector", Error,
        "A portal leads to a sector that the map does not hold.", "name one of the map's sectors";
    UnknownPortal = "unknown-portal", Warning,
        "A portal leads to a portal that its target sector does not hold.", "name a portal of the target sector";
    OneWayPortal = "one-way-portal", Warning,
        "The portal at the other side does not lead back to this one.",
        "link the two portals to each other, unless the doorway is meant to work one way";
    PortalCorners = "portal-corners", Warning,
        "The two sides of a doorway have different corners.", "give both portals the same four corners";
    PortalNotPlanar = "portal-not-planar", Warning,
        "The four corners of a portal do not lie in one plane.",
        "move them into one plane: the engine splits the portal into triangles, in two ways";
    PortalNotConvex = "portal-not-convex", Warning,
        "The edges of a portal cross, turn inwards, or enclose no area.",
        "write the corners in turn around the doorway: lower left, upper left, upper right, lower right";
    PortalNotRectangular = "portal-not-rectangular", Info,
        "A portal is not rectangular, as portals are meant to be.",
        "nothing is to be done when the doorway has this shape; the engine takes any flat one";
    UnreachableSector = "unreachable-sector", Warning,
        "No way through portals leads to a sector from the first one.",
        "link it with a pair of portals, unless a program puts the camera there";
    DegenerateTriangle = "degenerate-triangle", Warning,
        "A triangle has no area, so it has no normal.", "remove it";
    ZeroVector = "zero-vector", Error,
        "FORWARD or UP has length zero.", "write a direction: the 0.5 engine turns the whole placement into NaN";
    NotNormalised = "not-normalised", Info,
        "FORWARD or UP has not length one; the engine normalises it.", "write a vector of length one";
    NotPerpendicular = "not-perpendicular", Warning,
        "FORWARD and UP are not at right angles, so FORWARD is bent.", "make them perpendicular";
    UnknownBone = "unknown-bone", Warning,
        "A bone is named that the file does not define.", "define the bone or correct the name";
    UnknownParent = "unknown-parent", Error,
        "A bone's parent is not defined.", "define it: the 0.5 engine loses the bone and all below it";
    BoneCycle = "bone-cycle", Error,
        "A bone is its own ancestor.", "break the cycle: the 0.5 engine loses all its bones";
    TwoRoots = "two-roots", Error,
        "A skeleton has more than one root.", "give the later one a parent: the 0.5 engine loses the earlier root";
    TranslateSeconds = "translate-seconds", Info,
        "An animation moves bones for a span that exporters wrote in frames and the 0.5 engine takes for seconds.",
        "nothing, unless that engine plays the file: then divide the span by the frames per second";
    BoneOrder = "bone-order", Info,
        "A bone stands before its parent.",
        "write parents first; release 0.5 reads any order, other readers may not";
    BoneFar = "bone-far", Warning,
        "Bones stand far from the corners that hang on them.",
        "check the exporter: some wrote the sum of two offsets as position; `check --unsafe-fixes` repairs that";
    NoDuration = "no-duration", Warning,
        "A command's span is zero or negative, so it has no effect.", "write a positive span";
    BackslashPath = "backslash-path", Info,
        "A path has `\\` between its steps.", "write `/`: a backslash separates on Windows alone";
    ImageFormat = "image-format", Warning,
        "An image is in a format that the engine cannot read.",
        "convert it to PNG, JPEG, GIF or BMP: the 0.5 engine stops reading the set here";
    DetailWithoutBase = "detail-without-base", Warning,
        "TEXTUREDETAIL1 is written without TEXTUREDETAIL0.", "use TEXTUREDETAIL0: the second detail alone is not drawn";

    // Writing: what the text does not hold as it was given.
    CannotHold = "cannot-hold", Warning,
        "The dialect cannot hold a part of the file.",
        "write the block dialect, or pass --lossy to go on without that part";
    UnwritableName = "unwritable-name", Error,
        "A name holds blanks, `,`, `;`, braces or line ends, is empty, or begins with `#`.", "choose another name";
    UnwritableNumber = "unwritable-number", Error,
        "A number is NaN or infinite, which no file can hold.", "use a finite number";
    NotFormatted = "not-formatted", Warning,
        "A file is too damaged to be written from its values.",
        "repair it first (`proscenio check` lists what is wrong), or pass --lossy: what is damaged becomes a comment";
    KeptAsComment = "kept-as-comment", Info,
        "Text that is no value is written as a comment.",
        "look at the finding about the same place that `proscenio check` lists";
    // What release 0.5 keeps: said by the view of that engine alone.
    EngineDrops = "engine-drops", Warning,
        "Release 0.5 drops an item.", "change what the reason names; `proscenio check` says more about the place";
    EngineIgnores = "engine-ignores", Info,
        "Release 0.5 passes over a word.", "remove it, or begin the line with `# ` where comments are allowed";
    EngineChanges = "engine-changes", Warning,
        "Release 0.5 takes something else than what is written.", "write what is meant in a way that release reads";
    EngineKeepsBroken = "engine-keeps-broken", Warning,
        "Release 0.5 keeps an item that it cannot draw, and ends with an exception when it does.",
        "complete the item or remove it";
    EngineStops = "engine-stops", Error,
        "Release 0.5 stops loading here with an exception.", "correct this place first: nothing behind it is read";
    BonesRespelled = "bones-respelled", Warning,
        "Bones of the transitional spelling are written as BONE, standing unturned.",
        "look at the positions: nobody knows whether that spelling measured them from the parent or from the model";
}

impl Code {
    /// Whether the finding is about where words stand, which means nothing for the line dialect.
    pub(crate) const fn is_layout(self) -> bool {
        matches!(
            self,
            Self::BraceOnTagLine
                | Self::IdOnNextLine
                | Self::DataLayout
                | Self::TagNotFirst
                | Self::UnseenRest
                | Self::GluedComment
                | Self::CommentInAnimation
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Code;

    #[test]
    fn names_are_unique_and_sentences_complete() {
        let mut names = HashSet::new();
        for code in Code::ALL {
            let info = code.info();
            assert!(names.insert(info.name), "{} is there twice", info.name);
            assert!(info.name.starts_with("espresso3d/") && info.summary.ends_with('.'), "{}", info.name);
            assert!(!info.help.ends_with('.') && !info.help.is_empty(), "{}", info.name);
        }
    }
}
