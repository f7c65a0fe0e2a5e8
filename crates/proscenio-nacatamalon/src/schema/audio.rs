//! Sound. What is written is how it was asked for, never what is sounding.

use super::build::{field, flag, number, opt_number, text};
use super::physics::{SHAPES_2D, SHAPES_3D};
use super::scene::{ENABLED, ID};
use super::{Default, Field, Object, Shape};

const VOLUME: Field = number("volume", 1.0, "How loud it is.").range(0.0, 1.0);
const AUTOPLAY: Field = flag("autoplay", false, "Whether it starts with the scene.");
const LOOP_START: Field =
    opt_number("loopStart", "the start of the file", "Where it starts over; what lies before sounds once.")
        .unit("s");
const LOOP_END: Field = opt_number("loopEnd", "the end of the file", "Where it goes back.").unit("s");
const MUSIC_CHANNEL: Field = text("channel", "music", "The group it is turned up and down with.");
const FADE_IN: Field = number("fadeIn", 0.0, "How long it rises from silence.").unit("s");
const FADE_OUT: Field = number("fadeOut", 0.0, "How long it sinks when its box goes.").unit("s");
const PLACED: &[(&str, &[&str])] = &[("spatial", &["true"])];

static CONE: Object = Object::plain(
    "sound.cone",
    "Louder in front than behind.",
    &[
        number("inner", 360.0, "Full width of the loud part.").unit("degrees").always(),
        number("outer", 360.0, "Full width beyond which it is quiet.").unit("degrees").always(),
        number("outerVolume", 0.0, "How loud it is there.").range(0.0, 1.0).always(),
    ],
);

static ZONE: Object = Object::plain(
    "sound.zone",
    "A zone filled with sound.",
    &[
        field("shape", Shape::AnyOf(&[Shape::Tagged(SHAPES_2D), Shape::Tagged(SHAPES_3D)]), "Its shape.")
            .required(),
        number("fade", 0.0, "How far it is heard outside.").unit("px or units").range(0.0, f64::MAX).always(),
    ],
);

static DUCK: Object = Object::plain(
    "sound.duck",
    "Another channel turned down while this sounds.",
    &[
        field("channel", Shape::Name, "The channel.").required(),
        number("to", 0.0, "How loud it is then.").range(0.0, 1.0).always(),
        opt_number("fade", "not documented", "How long it takes to go down.").unit("s"),
        opt_number("release", "not documented", "How long it takes to come back.").unit("s"),
    ],
);

/// `sound`.
pub static SOUND: Object = Object::tagged(
    "type",
    "sound",
    "A sound.",
    &[
        ID,
        field("audio", Shape::NameKey(&["audio"]), "Key of the sound file.").required(),
        VOLUME,
        flag("loop", false, "Whether it starts over."),
        number("rate", 1.0, "How fast, and so how high, it plays."),
        number("pan", 0.0, "Left −1, right 1.").range(-1.0, 1.0),
        text("channel", "sfx", "The group it is turned up and down with."),
        AUTOPLAY,
        flag("spatial", false, "Whether it stands in the world."),
        opt_number(
            "refDistance",
            "100 px, or 1 unit under a perspective camera",
            "Where it is as loud as it is.",
        )
        .unit("px or units")
        .needs(PLACED),
        opt_number(
            "maxDistance",
            "2000 px, or 20 units under a perspective camera",
            "Where it is no longer heard.",
        )
        .unit("px or units")
        .needs(PLACED),
        field("cone", Shape::Object(&CONE), "Louder in front than behind.").absent("none"),
        field("zone", Shape::Object(&ZONE), "Fills a zone; wins over `spatial`.").absent("none"),
        LOOP_START,
        LOOP_END,
        field("duck", Shape::Object(&DUCK), "Another channel turned down meanwhile.").absent("none"),
    ],
);

static LAYER: Object = Object::plain(
    "music.layer",
    "A file of the music, moved by its name.",
    &[
        field("name", Shape::Name, "Its name.").required(),
        field("audio", Shape::NameKey(&["audio"]), "Key of the sound file.").required(),
        VOLUME,
    ],
);

/// `music`.
pub static MUSIC: Object = Object::tagged(
    "type",
    "music",
    "One tune in several files that sound together.",
    &[
        ID,
        field("layers", Shape::ListOf(1, &Shape::Object(&LAYER)), "The files, at least one usable.")
            .required(),
        VOLUME,
        MUSIC_CHANNEL,
        AUTOPLAY,
        FADE_IN,
        FADE_OUT,
        LOOP_START,
        LOOP_END,
        opt_number("bpm", "unknown", "Beats per minute, for what follows its rhythm."),
        number("beatsPerBar", 4.0, "Beats of a bar."),
        number("firstBeat", 0.0, "Where the first beat falls.").unit("s"),
    ],
);

/// `song`.
pub static SONG: Object = Object::tagged(
    "type",
    "song",
    "A song written as notes.",
    &[
        ID,
        field("song", Shape::NameKey(&["song"]), "Key of the song.").required(),
        VOLUME,
        MUSIC_CHANNEL,
        AUTOPLAY,
        FADE_IN,
        FADE_OUT,
        field("voices", Shape::Map(&Shape::Number), "How loud voices are, those that are not at 1.")
            .default(Default::EmptyObject)
            .if_other(),
        field("pan", Shape::Map(&Shape::Number), "Where voices sound, those that differ from the file.")
            .default(Default::EmptyObject)
            .if_other(),
        opt_number("tempo", "what the file says", "Beats per minute."),
        number("transpose", 0.0, "Higher by so much.").unit("semitones"),
    ],
);

/// `audio-listener`.
pub static LISTENER: Object = Object::tagged(
    "type",
    "audio-listener",
    "The ears of the game on this box instead of the camera.",
    &[ID, ENABLED],
);
