//! How faithful a scene document is to its file, and how faithful to the engine.

/// What is kept of a file that the format does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// Nothing of the user's is dropped: unknown assets, members and components stay, and words of earlier
    /// releases are read as the current ones.
    #[default]
    Keep,
    /// What the engine itself would keep: unknown assets and members of components are dropped, and words of
    /// earlier releases are not known.
    Engine,
}
