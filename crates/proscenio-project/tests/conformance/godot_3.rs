//! Godot 3.2.3: `golden-3.2/escn`.
