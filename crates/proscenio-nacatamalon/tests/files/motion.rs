//! Motions and songs.

use proscenio_nacatamalon::files::motion::{KeyValue, Motion};
use proscenio_nacatamalon::files::song::Song;
use proscenio_nacatamalon::model::Json;

use crate::{codes, document, good};

const DOOR: &str = r##"{
    "format": 1, "kind": "motion", "loop": true, "tracks": [
        { "target": "", "property": "transform.x", "keys": [
            { "t": 2, "value": 30 }, { "t": 0, "value": 10, "ease": "easeInQuad" }, { "t": 1, "value": 20, "ease": "hold" } ] },
        { "target": "#lamp", "property": "tint", "keys": [ { "t": 0, "value": [0, 1] }, { "t": 2, "value": [1, 0] } ] },
        { "target": "Door/Knob", "property": "visible", "keys": [ { "t": 0, "value": false }, { "t": 1.5, "value": true } ] }
    ] }"##;

#[test]
fn motions_are_sampled_in_time() {
    let Motion::Known(file) = good(Motion::read(&document("a.motion", DOOR))) else { panic!("not known") };
    assert_eq!((file.length(), file.looped), (2.0, true));
    assert_eq!(
        (file.position(5.0, None), file.position(5.0, Some(false)), file.position(-1.0, None)),
        (1.0, 2.0, 0.0)
    );
    let x = |t: f64| file.tracks[0].sample(t);
    for (t, value) in
        [(-1.0, 10.0), (0.0, 10.0), (0.5, 12.5), (1.0, 20.0), (1.9, 20.0), (2.0, 30.0), (9.0, 30.0)]
    {
        assert_eq!(x(t), Some(KeyValue::Number(value)), "{t}");
    }
    assert_eq!(file.tracks[1].sample(0.5), Some(KeyValue::Numbers(vec![0.25, 0.75])));
    assert_eq!(file.tracks[2].sample(1.4), Some(KeyValue::Bool(false)));
    assert_eq!(file.tracks[2].sample(1.5), Some(KeyValue::Bool(true)));
    let text = Motion::Known(file.clone()).serialize();
    assert_eq!(good(Motion::read(&document("a.motion", &text))), Motion::Known(file));
}

#[test]
fn a_motion_of_another_shape_is_kept() {
    let text = r#"{"clips":[{"at":0}],"n":1.50}"#;
    let read = Motion::read(&document("a.motion", text));
    assert_eq!((codes(&read.findings), read.refused), (vec!["motion-not-played"], false));
    assert!(read.file.serialize().contains("\"n\": 1.5"));
    let odd = Motion::read(&document(
        "a.motion",
        r#"{"kind":"motion","duration":4,"tracks":[{"property":"x","keys":[{"t":0,"value":1,"ease":"wobble"}]},{"keys":[]},7]}"#,
    ));
    assert_eq!(codes(&odd.findings), ["motion-unknown-ease", "file-entry-dropped", "file-entry-dropped"]);
    let Motion::Known(file) = &odd.file else { panic!("not known") };
    assert_eq!((file.length(), file.unread.len(), file.tracks.len()), (4.0, 2, 1));
    assert!(odd.file.serialize().contains("\"ease\": \"wobble\""));
}

#[test]
fn a_song_tells_its_voices_and_notes() {
    let read = Song::read(&document(
        "a.song",
        r#"{"tempo":120,"voices":{"lead":{"pan":-0.5,"notes":[{"at":0,"pitch":"C4","length":1},{"note":62,"t":1},{"rest":1}]},"bass":{}}}"#,
    ));
    let song = good(read);
    assert_eq!(
        (song.keys(), song.voices(), song.tempo()),
        (vec!["tempo", "voices"], vec!["lead", "bass"], Some(120.0))
    );
    let notes = song.notes("lead");
    assert_eq!(
        (notes.len(), notes[0].length, &notes[0].pitch, notes[1].at),
        (2, 1.0, &Json::String("C4".into()), 1.0)
    );
    assert!(song.notes("bass").is_empty() && song.notes("none").is_empty());
    let listed = good(Song::read(&document("a.song", r#"{"voices":[{"name":"a"},{"name":"b"},1]}"#)));
    assert_eq!(listed.voices(), ["a", "b"]);
}
