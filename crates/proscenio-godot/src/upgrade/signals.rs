//! Signals of Godot 3 classes that have another name in Godot 4.

use crate::classes::Class;

/// A class of Godot 3, its signal, and the name in Godot 4; nothing where it is gone.
#[rustfmt::skip]
const SIGNALS: &[(&str, &str, Option<&str>)] = &[
    ("ARVRController", "button_release", Some("button_released")),
    ("CanvasItem", "hide", Some("hidden")),
    ("Control", "modal_closed", None),
    ("GraphEdit", "_begin_node_move", Some("begin_node_move")),
    ("GraphEdit", "_end_node_move", Some("end_node_move")),
    ("GraphEdit", "node_unselected", Some("node_deselected")),
    ("GraphNode", "close_request", Some("delete_request")),
    ("GraphNode", "offset_changed", Some("position_offset_changed")),
    ("ItemList", "item_rmb_selected", None),
    ("ItemList", "nothing_selected", None),
    ("ItemList", "rmb_clicked", None),
    ("LineEdit", "text_entered", Some("text_submitted")),
    ("MenuButton", "about_to_show", Some("about_to_popup")),
    ("Popup", "about_to_show", Some("about_to_popup")),
    ("Tabs", "reposition_active_tab_request", Some("active_tab_rearranged")),
    ("Tabs", "right_button_pressed", Some("tab_rmb_clicked")),
    ("Tabs", "tab_close", Some("tab_close_pressed")),
    ("Tabs", "tab_hover", Some("tab_hovered")),
    ("TextEdit", "breakpoint_toggled", None),
    ("TextEdit", "cursor_changed", Some("caret_changed")),
    ("TextEdit", "info_clicked", None),
    ("TextEdit", "request_completion", None),
    ("TextEdit", "symbol_lookup", None),
    ("Tree", "button_pressed", None),
    ("Tree", "column_title_pressed", None),
    ("Tree", "empty_rmb", None),
    ("Tree", "empty_tree_rmb_selected", None),
    ("Tree", "item_custom_button_pressed", None),
    ("Tree", "item_double_clicked", Some("item_activated")),
    ("Tree", "item_rmb_edited", None),
    ("Tree", "item_rmb_selected", None),
    ("Tween", "tween_all_completed", None),
    ("Tween", "tween_completed", None),
    ("Tween", "tween_started", None),
    ("Tween", "tween_step", None),
    ("VisibilityNotifier", "camera_entered", None),
    ("VisibilityNotifier", "camera_exited", None),
    ("VisibilityNotifier2D", "viewport_entered", None),
    ("VisibilityNotifier2D", "viewport_exited", None),
];

/// What a signal of a class is called now: `None` where it stays, `Some(None)` where it is gone.
pub(super) fn fate(class: Class, signal: &str) -> Option<Option<&'static str>> {
    let row = SIGNALS.iter().find(|(owner, old, _)| *old == signal && class.is_a(owner))?;
    Some(row.2)
}

#[cfg(test)]
mod tests {
    use super::SIGNALS;
    use crate::classes::ClassTable;
    use crate::upgrade::classes::renamed;

    #[test]
    fn old_signals_are_old_and_new_signals_are_new() {
        assert!(SIGNALS.is_sorted_by_key(|(class, old, _)| (*class, *old)));
        for (owner, old, new) in SIGNALS {
            let class = ClassTable::godot_3().class(owner).unwrap();
            assert!(class.signal(old).is_some(), "{owner} {old}");
            let now = ClassTable::godot_4().class(renamed(owner).unwrap_or(owner)).unwrap();
            assert!(now.signal(old).is_none(), "{owner} {old}");
            assert!(new.is_none_or(|new| now.signal(new).is_some()), "{owner} {new:?}");
        }
    }
}
