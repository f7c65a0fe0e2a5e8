//! x
use super::config::Config;
use proscenio_vfs::Vfs;
pub(super) fn scene_of(_: &str, _: &[u8], _: Option<&Config>, _: &dyn Vfs) -> Result<String, String> {
    Err("".to_owned())
}
