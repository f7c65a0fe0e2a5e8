//! The marks of marked-up text (`[b]`, `[color=…]`, …), as paragraphs of brushes.

use csscolorparser::Color;

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Brush {
    /// 0 normal, 1 bold, 2 leaning, 3 both, 4 of equal width.
    pub font: usize,
    /// Pixels per em.
    pub size: f32,
    /// Stored, as all colours here.
    pub color: [f32; 4],
    pub under: Option<[f32; 4]>,
    pub through: Option<[f32; 4]>,
    /// Behind the letters, and over them.
    pub back: Option<[f32; 4]>,
    pub front: Option<[f32; 4]>,
    /// `outline_size` and its colour.
    pub outline: Option<(f32, [f32; 4])>,
    /// A picture instead of the letter, by its number.
    pub picture: Option<usize>,
    /// What moves or colours single letters.
    pub effect: Option<Effect>,
}

/// What is done to single letters, by where they are; as it is at the first moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Effect {
    /// Up and down, so many pixels.
    Wave(f32),
    /// In circles of a radius, pixels.
    Tornado(f32),
    /// In the colours of the rainbow: how fast they change, how strong and how bright they are.
    Rainbow([f32; 3]),
}

/// A picture that is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mark {
    /// Its path.
    pub text: String,
    /// Width and height, pixels; 0 is its own.
    pub size: [f32; 2],
}

/// Where the lines of a paragraph stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Align {
    /// As the label says.
    #[default]
    Own,
    /// 0 left, 1 right.
    Place(f32),
    /// At both sides.
    Fill,
}

/// The cell of a table that a paragraph is in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub table: usize,
    pub number: usize,
    pub columns: usize,
    /// Its share of what is left over, where it asks for one.
    pub expand: Option<f32>,
    pub border: Option<[f32; 4]>,
    /// In the first, third, … row and in the others.
    pub backs: [Option<[f32; 4]>; 2],
    /// Left, top, right, bottom, pixels.
    pub padding: [f32; 4],
}

/// A paragraph.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Paragraph {
    pub text: String,
    /// Looks with the byte behind the last that has it.
    pub brushes: Vec<(usize, Brush)>,
    pub align: Align,
    /// How many steps it is from the left; each is as wide as four blanks.
    pub indent: f32,
    /// Stands before the first line.
    pub sign: Option<String>,
    /// A large first letter, its look and its margins: left, top, right, bottom.
    pub cap: Option<(String, Brush, [f32; 4])>,
    /// A line across instead of text: share of the width, and height in pixels.
    pub rule: Option<[f32; 2]>,
    pub cell: Option<Cell>,
    /// Pixels per em where there is no text.
    pub size: f32,
}

/// Marks inside of marks.
const MOST_DEEP: usize = 256;

/// What an open mark has changed.
#[derive(Clone, Debug)]
struct Open {
    name: String,
    brush: Brush,
    align: Align,
    indent: f32,
    list: Option<(char, usize)>,
}

/// Reading a text.
struct Reader {
    plain: Brush,
    sizes: [f32; 5],
    brush: Brush,
    align: Align,
    indent: f32,
    /// The kind of list and the number of its next item.
    list: Option<(char, usize)>,
    bold: bool,
    leaning: bool,
    open: Vec<Open>,
    paragraphs: Vec<Paragraph>,
    now: Paragraph,
    pictures: Vec<Mark>,
    cell: Option<Cell>,
    in_cell: bool,
    tables: usize,
    /// Right behind a mark that swallows the end of its line.
    swallows: bool,
}

/// The paragraphs of a text, and the pictures in them. `sizes` are those of the five fonts.
pub(super) fn read(text: &str, plain: Brush, sizes: [f32; 5], marked: bool) -> (Vec<Paragraph>, Vec<Mark>) {
    let mut reader = Reader {
        plain,
        sizes,
        brush: plain,
        align: Align::Own,
        indent: 0.0,
        list: None,
        bold: false,
        leaning: false,
        open: Vec::new(),
        paragraphs: Vec::new(),
        now: Paragraph { size: plain.size, ..Paragraph::default() },
        pictures: Vec::new(),
        cell: None,
        in_cell: false,
        tables: 0,
        swallows: false,
    };
    let mut rest = text;
    while let Some(start) = rest.find('[').filter(|_| marked) {
        let (before, mark) = rest.split_at(start);
        reader.say(before);
        let Some(end) = mark.find(']') else {
            rest = mark;
            break;
        };
        let after = &mark[end + 1..];
        rest = match reader.mark(&mark[1..end], after) {
            Some(taken) => &after[taken..],
            None => {
                reader.say(&mark[..=end]);
                after
            }
        };
    }
    reader.say(rest);
    reader.end_paragraph(true);
    (reader.paragraphs, reader.pictures)
}

impl Reader {
    /// Text without marks. Between the cells of a table there is none.
    fn say(&mut self, text: &str) {
        if self.cell.is_some() && !self.in_cell {
            return;
        }
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 && !std::mem::take(&mut self.swallows) {
                self.end_paragraph(true);
            }
            if line.is_empty() {
                continue;
            }
            self.swallows = false;
            if self.now.text.is_empty() {
                self.begin();
            }
            self.now.text.push_str(line);
            self.brushed();
        }
    }

    /// The text up to here has the look of now.
    fn brushed(&mut self) {
        let end = self.now.text.len();
        match self.now.brushes.last_mut() {
            Some((last, brush)) if *brush == self.brush && brush.picture.is_none() => *last = end,
            _ => self.now.brushes.push((end, self.brush)),
        }
    }

    /// What a paragraph takes from the marks around its first letter.
    fn begin(&mut self) {
        self.now.align = self.align;
        self.now.indent = self.indent;
        self.now.cell = self.cell;
        if let Some((kind, number)) = &mut self.list {
            self.now.sign = Some(match kind {
                '•' => "• ".to_owned(),
                'a' => format!("{}. ", char::from(b'a' + ((*number - 1) % 26) as u8)),
                'A' => format!("{}. ", char::from(b'A' + ((*number - 1) % 26) as u8)),
                _ => format!("{number}. "),
            });
            *number += 1;
        }
    }

    /// Ends the paragraph; an empty one counts when `always`.
    fn end_paragraph(&mut self, always: bool) {
        if !always && self.now.text.is_empty() && self.now.cap.is_none() {
            return;
        }
        self.now.cell = self.cell;
        let next = Paragraph { size: self.plain.size, ..Paragraph::default() };
        self.paragraphs.push(std::mem::replace(&mut self.now, next));
    }

    fn open(&mut self, name: &str) {
        if self.open.len() < MOST_DEEP {
            let name = name.to_owned();
            let (brush, align, indent, list) = (self.brush, self.align, self.indent, self.list);
            self.open.push(Open { name, brush, align, indent, list });
        }
    }

    fn close(&mut self, name: &str) -> Option<usize> {
        let at = self.open.iter().rposition(|open| open.name == name)?;
        let before = self.open.get(at)?.clone();
        self.open.truncate(at);
        let block = matches!(name, "center" | "right" | "left" | "fill" | "indent" | "ul" | "ol" | "p");
        if block {
            self.end_paragraph(false);
            self.swallows = true;
        }
        (self.brush, self.align, self.indent, self.list) =
            (before.brush, before.align, before.indent, before.list);
        (self.bold, self.leaning) = (matches!(self.brush.font, 1 | 3), matches!(self.brush.font, 2 | 3));
        Some(0)
    }

    /// A mark; gives how much of the text behind it belongs to it, or nothing when it is none.
    fn mark(&mut self, mark: &str, after: &str) -> Option<usize> {
        if let Some(name) = mark.strip_prefix('/') {
            return match name {
                "cell" => Some(self.end_cell()),
                "table" => {
                    self.cell = None;
                    self.swallows = true;
                    Some(0)
                }
                _ => self.close(name).or_else(|| KNOWN.contains(&name).then_some(0)),
            };
        }
        let end = mark.find([' ', '=']).unwrap_or(mark.len());
        let (name, said) = mark.split_at(end);
        let value = said.strip_prefix('=').unwrap_or_default();
        let value = value.split(' ').next().unwrap_or_default().trim_matches('"');
        let option = |wanted: &str| {
            let mut options = said.split(' ').filter_map(|option| option.split_once('='));
            options.find(|(name, _)| *name == wanted).map(|(_, value)| value.trim_matches('"'))
        };
        match name {
            "lb" => self.say("["),
            "rb" => self.say("]"),
            "br" => self.say("\n"),
            "hr" => self.rule(&option),
            "img" => return self.picture(value, &option, after),
            "dropcap" => return self.large(&option, after),
            "table" => {
                self.end_paragraph(false);
                self.tables += 1;
                let columns = value.split(',').next().and_then(|count| count.parse().ok()).unwrap_or(1);
                self.cell = Some(Cell { table: self.tables, columns, ..Cell::default() });
                self.swallows = true;
            }
            "cell" => {
                if let Some(cell) = &mut self.cell {
                    let own = Cell { table: cell.table, columns: cell.columns, ..Cell::default() };
                    *cell = cell_of(Cell { number: cell.number + 1, ..own }, value, &option);
                    self.in_cell = true;
                    self.swallows = false;
                }
            }
            _ if KNOWN.contains(&name) => {
                self.open(name);
                self.change(name, value, &option);
            }
            _ => return None,
        }
        Some(0)
    }

    fn end_cell(&mut self) -> usize {
        self.end_paragraph(false);
        self.in_cell = false;
        0
    }

    fn rule<'t>(&mut self, option: &impl Fn(&str) -> Option<&'t str>) {
        self.end_paragraph(false);
        let wide = option("width").unwrap_or("90%");
        let share =
            wide.strip_suffix('%').and_then(|share| share.parse::<f32>().ok()).map_or(0.9, |n| n / 100.0);
        let high = option("height").and_then(|high| high.parse().ok()).unwrap_or(2.0);
        let color = option("color").and_then(color).unwrap_or([1.0; 4]);
        self.now.rule = Some([share.clamp(0.0, 1.0), high]);
        self.now.brushes.push((0, Brush { color, ..self.brush }));
        self.end_paragraph(true);
        self.swallows = true;
    }

    fn picture<'t>(
        &mut self,
        value: &str,
        option: &impl Fn(&str) -> Option<&'t str>,
        after: &str,
    ) -> Option<usize> {
        let end = after.find("[/img]")?;
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).unwrap_or(0.0);
        let sides = value.split_once('x').map_or((value, ""), |sides| sides);
        let size = [number(option("width").or(Some(sides.0))), number(option("height").or(Some(sides.1)))];
        self.pictures.push(Mark { text: after[..end].to_owned(), size });
        if self.now.text.is_empty() {
            self.begin();
        }
        let before = self.brush;
        self.brush.picture = Some(self.pictures.len() - 1);
        self.now.text.push('\u{fffc}');
        self.brushed();
        self.brush = before;
        Some(end + "[/img]".len())
    }

    fn large<'t>(&mut self, option: &impl Fn(&str) -> Option<&'t str>, after: &str) -> Option<usize> {
        let end = after.find("[/dropcap]")?;
        let size = option("font_size").and_then(|size| size.parse().ok()).unwrap_or(self.plain.size * 3.0);
        let color = option("color").and_then(color).unwrap_or(self.brush.color);
        let mut margins =
            option("margins").unwrap_or_default().split(',').map(|side| side.parse().unwrap_or(0.0));
        let margins = std::array::from_fn(|_| margins.next().unwrap_or(0.0));
        self.now.cap = Some((after[..end].to_owned(), Brush { size, color, ..self.brush }, margins));
        Some(end + "[/dropcap]".len())
    }

    fn change<'t>(&mut self, name: &str, value: &str, option: &impl Fn(&str) -> Option<&'t str>) {
        let named = || color(value);
        match name {
            "b" | "i" | "code" => {
                (self.bold, self.leaning) = (self.bold || name == "b", self.leaning || name == "i");
                let font = usize::from(self.bold) + 2 * usize::from(self.leaning);
                let font = if name == "code" { 4 } else { font };
                let changed = self.brush.size != self.sizes[self.brush.font.min(4)];
                self.brush.font = font;
                if !changed {
                    self.brush.size = self.sizes[font];
                }
            }
            "u" | "s" | "url" | "hint" => {
                let line = option("color").and_then(color).unwrap_or_else(|| {
                    let [r, g, b, a] = self.brush.color;
                    // Half as strong as the letters.
                    [r, g, b, if name == "url" { a } else { a * 0.5 }]
                });
                *(if name == "s" { &mut self.brush.through } else { &mut self.brush.under }) = Some(line);
            }
            "wave" => self.brush.effect = Some(Effect::Wave(number_of(option("amp"), 20.0) / 10.0)),
            "tornado" => self.brush.effect = Some(Effect::Tornado(number_of(option("radius"), 10.0))),
            "rainbow" => {
                let of = |name: &str, otherwise: f32| number_of(option(name), otherwise);
                self.brush.effect = Some(Effect::Rainbow([of("freq", 1.0), of("sat", 0.8), of("val", 0.8)]));
            }
            "color" => self.brush.color = named().unwrap_or(self.brush.color),
            "bgcolor" => self.brush.back = named(),
            "fgcolor" => self.brush.front = named(),
            "font_size" => {
                self.brush.size = value.parse().unwrap_or(self.brush.size).clamp(1.0_f32, 4096.0);
            }
            "outline_size" => {
                let color = self.brush.outline.map_or([0.0, 0.0, 0.0, 1.0], |(_, color)| color);
                self.brush.outline = value.parse().ok().map(|size| (size, color));
            }
            "outline_color" => {
                let size = self.brush.outline.map_or(0.0, |(size, _)| size);
                self.brush.outline = named().map(|color| (size, color));
            }
            "center" | "left" | "right" | "fill" | "p" => {
                self.end_paragraph(false);
                let said = if name == "p" { option("align").unwrap_or("") } else { name };
                self.align = match said {
                    "center" => Align::Place(0.5),
                    "right" => Align::Place(1.0),
                    "left" => Align::Place(0.0),
                    "fill" => Align::Fill,
                    _ => self.align,
                };
            }
            "indent" | "ul" | "ol" => {
                self.end_paragraph(false);
                self.indent += 1.0;
                self.list = match name {
                    "ul" => Some(('•', 1)),
                    "ol" => Some((option("type").and_then(|kind| kind.chars().next()).unwrap_or('1'), 1)),
                    _ => self.list,
                };
                self.swallows = name != "indent";
            }
            _ => {}
        }
    }
}

fn number_of(text: Option<&str>, otherwise: f32) -> f32 {
    text.and_then(|text| text.parse().ok()).filter(|number: &f32| number.is_finite()).unwrap_or(otherwise)
}

/// What a mark says about the cell that it opens.
fn cell_of<'t>(cell: Cell, value: &str, option: &impl Fn(&str) -> Option<&'t str>) -> Cell {
    let share = Some(value).filter(|value| !value.is_empty()).or_else(|| option("expand"));
    let mut backs = option("bg").unwrap_or_default().split(',').map(color);
    let first = backs.next().flatten();
    let second = backs.next().map_or(first, |back| back);
    let mut padding = option("padding").unwrap_or_default().split(',').map(|side| number_of(Some(side), 0.0));
    Cell {
        expand: share.map(|share| number_of(Some(share), 1.0)).filter(|share| *share > 0.0),
        border: option("border").and_then(color),
        backs: [first, second],
        padding: std::array::from_fn(|_| padding.next().unwrap_or(0.0).clamp(0.0, 4096.0)),
        ..cell
    }
}

/// Marks that enclose text.
const KNOWN: &[&str] = &[
    "b",
    "i",
    "u",
    "s",
    "code",
    "color",
    "bgcolor",
    "fgcolor",
    "font",
    "font_size",
    "outline_size",
    "outline_color",
    "center",
    "left",
    "right",
    "fill",
    "p",
    "indent",
    "ul",
    "ol",
    "url",
    "hint",
    "pulse",
    "wave",
    "tornado",
    "shake",
    "fade",
    "rainbow",
    "lang",
    "opentype_features",
    "otf",
];

/// A colour by its name or digits, stored.
fn color(text: &str) -> Option<[f32; 4]> {
    // The engine knows four of the web's names by the colours of X11.
    let own = match text.trim_matches('"') {
        "gray" | "grey" => Some([0.745_098, 0.745_098, 0.745_098, 1.0]),
        "green" => Some([0.0, 1.0, 0.0, 1.0]),
        "maroon" => Some([0.690_196, 0.188_235, 0.376_471, 1.0]),
        "purple" => Some([0.627_451, 0.125_49, 0.941_176, 1.0]),
        _ => None,
    };
    if own.is_some() {
        return own;
    }
    let color: Color = text.trim_matches('"').parse().ok()?;
    Some([color.r, color.g, color.b, color.a])
}

#[cfg(test)]
mod tests {
    use super::{Align, Brush, Paragraph, read};

    fn paragraphs(text: &str) -> Vec<Paragraph> {
        read(text, Brush { size: 16.0, color: [1.0; 4], ..Brush::default() }, [16.0; 5], true).0
    }

    #[test]
    fn marks_change_the_look_of_what_they_enclose() {
        let all = paragraphs("a [b]bold [i]both[/i][/b] [color=red]r[/color][unknown]");
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].text, "a bold both r[unknown]");
        let fonts: Vec<_> = all[0].brushes.iter().map(|(end, brush)| (*end, brush.font)).collect();
        assert_eq!(fonts, [(2, 0), (7, 1), (11, 3), (12, 0), (13, 0), (22, 0)]);
        assert_eq!(all[0].brushes[4].1.color, [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn lists_alignment_and_lines_are_paragraphs() {
        let all = paragraphs("x[center]y[/center]\n[ul]\none\ntwo\n[/ul]\n[ol]\nthree\n[/ol]z [lb]w[rb]");
        let said: Vec<_> = all.iter().map(|one| (one.text.as_str(), one.sign.as_deref())).collect();
        assert!(said.contains(&("one", Some("• "))) && said.contains(&("three", Some("1. "))), "{said:?}");
        assert!(said.contains(&("z [w]", None)), "{said:?}");
        assert_eq!(all[1].align, Align::Place(0.5));
    }

    #[test]
    fn pictures_and_broken_marks_stay() {
        let (all, pictures) = read("[img=8x9]res://a.png[/img] [open", Brush::default(), [16.0; 5], true);
        assert_eq!((all[0].text.as_str(), pictures[0].size), ("\u{fffc} [open", [8.0, 9.0]));
        assert_eq!(read("[b]x", Brush::default(), [16.0; 5], false).0[0].text, "[b]x");
    }
}
