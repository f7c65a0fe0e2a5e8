//! Names: which ones a node, signal, method or property may have.

use super::{BAD_NAME, EditRefusal};

/// Characters that mean something in a node path.
const FORBIDDEN: [char; 7] = ['.', ':', '@', '/', '"', '%', '\0'];

/// Refuses a name that no node can have.
pub(super) fn check_node_name(name: &str) -> Result<(), EditRefusal> {
    if name.is_empty() {
        return Err(EditRefusal::new(BAD_NAME, "a node needs a name").help("give it at least one letter"));
    }
    if let Some(character) = name.chars().find(|character| FORBIDDEN.contains(character)) {
        let message = format!("a node's name cannot hold `{}`", character.escape_debug());
        let fixed: String = name.chars().filter(|character| !FORBIDDEN.contains(character)).collect();
        let help =
            if fixed.is_empty() { "use letters and digits".to_owned() } else { format!("try `{fixed}`") };
        return Err(EditRefusal::new(BAD_NAME, message).help(help));
    }
    Ok(())
}

/// Refuses a name that no signal, method or property can have.
pub(super) fn check_plain_name(name: &str, what: &str) -> Result<(), EditRefusal> {
    if name.is_empty() || name.chars().any(char::is_control) {
        let message = format!("`{}` is no name of a {what}", name.escape_debug());
        return Err(EditRefusal::new(BAD_NAME, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_node_name;

    #[test]
    fn names_with_path_characters_are_refused_with_a_better_one() {
        assert!(check_node_name("Ball 2 (é)").is_ok());
        for name in ["", "a/b", "a.b", "a:b", "@a", "%a", "a\"b", "."] {
            let refusal = check_node_name(name).unwrap_err();
            assert_eq!(refusal.code.name, "godot/edit-bad-name", "{name}");
        }
        assert_eq!(check_node_name("a/b").unwrap_err().help.unwrap(), "try `ab`");
    }
}
