//! Connecting signals to methods.

use proscenio_source::did_you_mean;

use super::advice::tell_signal;
use super::draft::Draft;
use super::incoming;
use super::model::Model;
use super::names::check_plain_name;
use super::places::{PlaceId, Spot};
use super::text::{Escapes, quoted};
use super::{ALREADY_CONNECTED, EditRefusal, Edits, NO_SUCH_CONNECTION, Options, guard};
use crate::document::Document;
use crate::tree::SectionKind;
use crate::view::Connection;

/// A signal and the method it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewConnection<'n> {
    /// The path of the node that emits the signal, from the root.
    pub from: &'n str,
    /// The signal.
    pub signal: &'n str,
    /// The path of the node that is called, from the root.
    pub to: &'n str,
    /// The method.
    pub method: &'n str,
    /// Bits as in [`Connection::flags`]; `None` for a connection that is kept when saved, and nothing else.
    pub flags: Option<i64>,
    /// How many of the signal's last arguments are left out.
    pub unbinds: i64,
    /// Arguments to add, as the text of an array; `None` for none.
    pub binds: Option<&'n str>,
}

/// Bits of a connection that says nothing about them: kept when saved.
const DEFAULT_FLAGS: i64 = 2;

/// Connects a signal to a method. The engine writes connections in the order of the nodes that emit them,
/// and so the new one is put.
///
/// # Errors
/// No such node; the same connection; names that are none.
pub fn connect(
    document: &Document,
    new: &NewConnection<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let mut model = Model::new(document);
    let mut draft = Draft::new(document, options);
    let from = model.find_place(&mut draft, new.from)?;
    let to = model.find_place(&mut draft, new.to)?;
    check_plain_name(new.signal, "signal")?;
    check_plain_name(new.method, "method")?;
    if let Some(same) = find(&model, new, &from.into(), &to.into()) {
        let message = format!("`{}` of `{}` is connected to this already", new.signal, new.from);
        return Err(EditRefusal::new(ALREADY_CONNECTED, message).at(same.0.header_span()));
    }
    tell_signal(&model, &mut draft, &from.into(), new.signal);
    let escapes = Escapes::of_connections(document);
    let mut text = format!(
        "[connection signal={} from={} to={} method={}",
        quoted(new.signal, escapes),
        quoted(&model.places.path(from), escapes),
        quoted(&model.places.path(to), escapes),
        quoted(new.method, escapes)
    );
    if let Some(flags) = new.flags.filter(|flags| *flags != DEFAULT_FLAGS) {
        text.push_str(&format!(" flags={flags}"));
    }
    if new.unbinds > 0 {
        text.push_str(&format!(" unbinds={}", new.unbinds));
    }
    if let Some(binds) = new.binds {
        let binds = incoming::read(document, binds, draft.layout.newline, None)?;
        match binds.value.as_array() {
            Some([]) => {}
            Some(_) => text.push_str(&format!(" binds= {}", binds.text)),
            None => {
                let message = "the arguments of a connection are an array";
                return Err(EditRefusal::new(super::BAD_VALUE, message).help("write […]"));
            }
        }
    }
    text.push(']');
    let after = place_of_new(&model, from, new.signal);
    draft.insert_section(Some(after), SectionKind::Connection, text.into_bytes());
    Ok(draft.finish())
}

/// Removes a connection: the one with these nodes, this signal and this method.
///
/// # Errors
/// No such connection.
pub fn disconnect(
    document: &Document,
    connection: &NewConnection<'_>,
    options: &Options,
) -> Result<Edits, EditRefusal> {
    guard::whole(document)?;
    let model = Model::new(document);
    let exact = |found: &Connection<'_>| {
        let same =
            |own: Option<std::borrow::Cow<'_, str>>, wanted: &str| own.is_some_and(|own| own == wanted);
        same(found.signal(), connection.signal)
            && same(found.method(), connection.method)
            && same(found.from(), connection.from)
            && same(found.to(), connection.to)
    };
    // By the text first, so that a connection to a node that is gone can be removed too.
    let found = document.connections().find(exact).or_else(|| {
        let from = model.find_spot(connection.from).ok()?;
        let to = model.find_spot(connection.to).ok()?;
        find(&model, connection, &from, &to)
    });
    let Some(found) = found else {
        let describe = |found: Connection<'_>| {
            let part = |text: Option<std::borrow::Cow<'_, str>>| text.unwrap_or_default().into_owned();
            format!(
                "{} {} {} {}",
                part(found.from()),
                part(found.signal()),
                part(found.to()),
                part(found.method())
            )
        };
        let wanted =
            format!("{} {} {} {}", connection.from, connection.signal, connection.to, connection.method);
        let help = did_you_mean(&wanted, document.connections().map(describe));
        let message = format!("no connection `{wanted}` (from, signal, to, method) is in this file");
        return Err(EditRefusal::new(NO_SUCH_CONNECTION, message).maybe_help(help));
    };
    let mut draft = Draft::new(document, options);
    draft.remove_section(found.0.index());
    Ok(draft.finish())
}

/// The connection between two places, by signal and method.
fn find<'d>(model: &Model<'d>, wanted: &NewConnection<'_>, from: &Spot, to: &Spot) -> Option<Connection<'d>> {
    let leads_to = |path: Option<std::borrow::Cow<'_, str>>, spot: &Spot| {
        path.is_some_and(|path| model.find_spot(&path).is_ok_and(|own| own == *spot))
    };
    model.doc.connections().find(|found| {
        found.signal().is_some_and(|signal| signal == wanted.signal)
            && found.method().is_some_and(|method| method == wanted.method)
            && leads_to(found.from(), from)
            && leads_to(found.to(), to)
    })
}

/// The section behind which a connection from a place goes.
pub(super) fn place_of_new(model: &Model<'_>, from: PlaceId, signal: &str) -> usize {
    let key = |place: PlaceId| {
        let mut at = place;
        while model.places.node(at).is_none() {
            at = model.places.parent(at);
        }
        model.places.node(at).map_or(0, |index| index.0)
    };
    let own = (key(from), signal.to_owned());
    let mut after = None;
    for connection in model.doc.connections() {
        let from = connection.from().and_then(|path| model.find_spot(&path).ok());
        let other = (
            from.map_or(u32::MAX, |spot| key(spot.place)),
            connection.signal().unwrap_or_default().into_owned(),
        );
        if other <= own {
            after = Some(connection.0.index());
        }
    }
    after.unwrap_or_else(|| {
        // In front of all connections, behind the nodes.
        let first = model.doc.connections().next().map(|connection| connection.0.index());
        match first {
            Some(first) => first.saturating_sub(1),
            None => {
                let behind = model.doc.nodes().last().map(|node| node.0.index());
                behind.unwrap_or(0)
            }
        }
    })
}
