//! The tables as they come.

use super::ClassTable;

#[test]
fn both_versions_are_there() {
    let (four, three) = (ClassTable::godot_4(), ClassTable::godot_3());
    assert_eq!((four.version(), four.classes().len()), ("4.6.3", 958));
    assert_eq!((three.version(), three.classes().len()), ("3.2.3", 589));
    assert!(std::ptr::eq(ClassTable::of_format(3).unwrap(), four));
    assert!(std::ptr::eq(ClassTable::of_format(2).unwrap(), three));
    assert!(ClassTable::of_format(1).is_none());
    assert!(four.class("NoSuchClass").is_none());
}

#[test]
fn classes_inherit() {
    let sprite = ClassTable::godot_4().class("Sprite2D").unwrap();
    let line: Vec<&str> = sprite.ancestry().map(|class| class.name()).collect();
    assert_eq!(line, ["Sprite2D", "Node2D", "CanvasItem", "Node", "Object"]);
    assert!(sprite.is_a("Sprite2D") && sprite.is_a("Node") && !sprite.is_a("Resource"));
    assert!(!sprite.is_abstract() && sprite.parent().unwrap().parent().unwrap().is_abstract());
    for table in [ClassTable::godot_4(), ClassTable::godot_3()] {
        // The parent of this one, a part of the editor, is not among the facts.
        let known = table.classes().filter(|class| class.name() != "GDScriptEditorTranslationParserPlugin");
        assert!(known.into_iter().all(|class| class.is_a("Object")));
    }
}

#[test]
fn properties_have_types_and_defaults() {
    let button = ClassTable::godot_4().class("Button").unwrap();
    let text = button.property("text").unwrap();
    assert_eq!((text.value_type, text.default, text.stored), ("String", Some("\"\""), true));
    // Inherited, changed, and without one.
    assert_eq!(button.default("visible"), Some("true"));
    assert_eq!(button.default("physics_interpolation_mode"), Some("2"));
    assert_eq!(ClassTable::godot_4().class("Window").unwrap().default("visible"), Some("true"));
    assert_eq!(ClassTable::godot_4().class("AcceptDialog").unwrap().default("visible"), Some("false"));
    assert_eq!(button.default("process_thread_group_order"), None);
    assert_eq!(button.default("no_such_property"), None);
    let sprite = ClassTable::godot_3().class("Sprite").unwrap();
    assert_eq!(sprite.default("offset"), Some("Vector2( 0, 0 )"));
    assert_eq!(sprite.default("pause_mode"), Some("0"));
    assert!(!sprite.property("frame_coords").unwrap().stored);
}

#[test]
fn signals_methods_and_enums() {
    let button = ClassTable::godot_4().class("Button").unwrap();
    assert_eq!(button.signal("pressed").unwrap().arguments.as_deref(), Some(&[][..]));
    assert_eq!(button.signal("gui_input").unwrap().arguments.as_deref(), Some(&["event"][..]));
    assert!(button.signal("no_such_signal").is_none());
    assert!(button.has_method("grab_focus") && !button.has_method("no_such_method"));
    let light = ClassTable::godot_4().class("Light3D").unwrap();
    let bake = light.own_enums().iter().find(|own| own.name == "BakeMode").unwrap();
    assert_eq!(bake.values, [("BAKE_DISABLED", 0), ("BAKE_STATIC", 1), ("BAKE_DYNAMIC", 2)]);
    let timer = ClassTable::godot_3().class("Timer").unwrap();
    assert_eq!(timer.signal("timeout").unwrap().arguments, None);
    assert!(timer.has_method("start"));
}
