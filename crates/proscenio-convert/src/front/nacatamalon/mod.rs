//! nacatamalon documents into the neutral scene.
