//! Items of themes that have another name in Godot 4.

/// The control that has the item (any where empty), its old and its new name. Sorted.
#[rustfmt::skip]
const ITEMS: &[(&str, &str, &str)] = &[
    ("", "cursor_color", "caret_color"),
    ("", "font_color_accel", "font_accelerator_color"),
    ("", "font_color_disabled", "font_disabled_color"),
    ("", "font_color_focus", "font_focus_color"),
    ("", "font_color_hover", "font_hover_color"),
    ("", "font_color_hover_pressed", "font_hover_pressed_color"),
    ("", "font_color_pressed", "font_pressed_color"),
    ("", "font_color_readonly", "font_readonly_color"),
    ("", "font_color_selected", "font_selected_color"),
    ("", "font_color_separator", "font_separator_color"),
    ("", "font_color_shadow", "font_shadow_color"),
    ("", "font_color_uneditable", "font_uneditable_color"),
    ("", "font_outline_modulate", "font_outline_color"),
    ("", "hseparation", "h_separation"),
    ("", "shadow_as_outline", "shadow_outline_size"),
    ("", "vseparation", "v_separation"),
    ("ItemList", "bg", "panel"),
    ("ItemList", "bg_focus", "focus"),
    ("ProgressBar", "bg", "background"),
    ("ProgressBar", "fg", "fill"),
    ("ScrollContainer", "bg", "panel"),
    ("TabContainer", "font_color_bg", "font_unselected_color"),
    ("TabContainer", "font_color_fg", "font_selected_color"),
    ("TabContainer", "tab_bg", "tab_unselected"),
    ("TabContainer", "tab_fg", "tab_selected"),
    ("Tabs", "font_color_bg", "font_unselected_color"),
    ("Tabs", "font_color_fg", "font_selected_color"),
    ("Tabs", "tab_bg", "tab_unselected"),
    ("Tabs", "tab_fg", "tab_selected"),
    ("Tree", "bg", "panel"),
    ("Tree", "bg_focus", "focus"),
];

/// The new name of an item; the old one where it stays.
pub(super) fn renamed<'n>(class: &str, item: &'n str) -> &'n str {
    let of = |class: &str| ITEMS.binary_search_by(|row| (row.0, row.1).cmp(&(class, item)));
    of(class).or_else(|_| of("")).map_or(item, |at| ITEMS[at].2)
}

#[cfg(test)]
mod tests {
    use super::{ITEMS, renamed};

    #[test]
    fn items_are_found_by_their_control_first() {
        assert!(ITEMS.is_sorted());
        assert_eq!(renamed("Label", "font_color_shadow"), "font_shadow_color");
        assert_eq!(renamed("Tree", "bg"), "panel");
        assert_eq!(renamed("ProgressBar", "bg"), "background");
        assert_eq!(renamed("Label", "bg"), "bg");
    }
}
