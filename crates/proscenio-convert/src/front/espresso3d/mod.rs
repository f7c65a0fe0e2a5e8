//! Espresso3D documents into the neutral scene.
