//! Where words begin in languages that are written without blanks.
//!
//! # Limitations
//!
//! Of Thai the commonest words are known, and letters that only stand at the begin or the end of a syllable; Lao is
//! broken by such letters alone, Khmer and Burmese inside of words.

/// The commonest words of Thai.
const THAI: &[&str] = &[
    "กลาง",
    "กลุ่ม",
    "กว่า",
    "กับ",
    "การ",
    "กำลัง",
    "กิน",
    "ก็",
    "ก่อน",
    "ขึ้น",
    "ของ",
    "ขวา",
    "ขอ",
    "ข้อ",
    "ข้อมูล",
    "ข้าง",
    "ความ",
    "คน",
    "คำ",
    "ครั้ง",
    "ครับ",
    "คือ",
    "คุณ",
    "ค่ะ",
    "งาน",
    "จะ",
    "จาก",
    "จำนวน",
    "จริง",
    "ชาติ",
    "ชื่อ",
    "ช่วย",
    "ซ้าย",
    "ซึ่ง",
    "ดี",
    "ดู",
    "ด้วย",
    "ด้าน",
    "ตระกูล",
    "ตัว",
    "ตาม",
    "ต่อ",
    "ต้อง",
    "ถึง",
    "ถูก",
    "ทั้ง",
    "ทาง",
    "ทำ",
    "ที่",
    "ทุก",
    "นั้น",
    "นาม",
    "นี้",
    "น้ำ",
    "บน",
    "บาง",
    "บ้าน",
    "ประจำ",
    "ประเทศ",
    "ปี",
    "ผม",
    "ผล",
    "ผู้",
    "พบ",
    "พูด",
    "พระ",
    "ภาพ",
    "ภาษา",
    "มัน",
    "มา",
    "มาก",
    "มี",
    "ย่อย",
    "ยัง",
    "รัฐ",
    "ราชการ",
    "รับ",
    "รู้",
    "ระบบ",
    "รูป",
    "ล่าง",
    "วัน",
    "ว่า",
    "สร้าง",
    "สามารถ",
    "สำหรับ",
    "สำคัญ",
    "สี",
    "ส่วน",
    "หนึ่ง",
    "หน้า",
    "หมด",
    "หมู่",
    "หรือ",
    "หลัง",
    "หลาย",
    "หา",
    "หาก",
    "อยู่",
    "อย่าง",
    "อะไร",
    "อาจ",
    "อื่น",
    "ออก",
    "อ่าน",
    "และ",
    "แล้ว",
    "แต่",
    "แบบ",
    "แปล",
    "แสดง",
    "โดย",
    "โลก",
    "ใจ",
    "ใช้",
    "ใน",
    "ใหม่",
    "ให้",
    "ใหญ่",
    "ได้",
    "ไทย",
    "ไท",
    "ไป",
    "ไม่",
    "ไว้",
    "เกม",
    "เขา",
    "เขียน",
    "เข้า",
    "เช่น",
    "เด็ก",
    "เดียว",
    "เป็น",
    "เปิด",
    "เปลี่ยน",
    "เพราะ",
    "เพื่อ",
    "เมื่อ",
    "เมือง",
    "เรา",
    "เริ่ม",
    "เรียก",
    "เรียน",
    "เลย",
    "เลือก",
    "เล่น",
    "เวลา",
    "เสียง",
    "เหตุ",
    "เอา",
    "อักษร",
    "ข้อความ",
    "ปิด",
    "หยุด",
    "คะแนน",
    "ตั้งค่า",
];

/// Whether a letter is of a language that is written without blanks.
const fn runs_on(letter: char) -> bool {
    matches!(letter as u32, 0x0E01..=0x0E4E | 0x0E81..=0x0EDF)
}

/// Whether a letter stands on or behind the one before it: no word begins with it.
const fn follows(letter: char) -> bool {
    matches!(letter as u32, 0x0E30..=0x0E3A | 0x0E45..=0x0E4E | 0x0EB0..=0x0EBC | 0x0EC6..=0x0ECD)
}

/// Whether a letter stands before the consonant it is spoken behind: a syllable begins with it.
const fn leads(letter: char) -> bool {
    matches!(letter as u32, 0x0E40..=0x0E44 | 0x0EC0..=0x0EC4)
}

/// Whether a syllable ends with a letter.
const fn closes(letter: char) -> bool {
    matches!(letter as u32, 0x0E30 | 0x0E33 | 0x0E46 | 0x0EB0 | 0x0EB3)
}

/// The longest known word at the begin of a text, that no letter joins from behind.
fn known(text: &str) -> Option<usize> {
    let ends = |word: &&&str| {
        text.strip_prefix(**word).is_some_and(|rest| !rest.chars().next().is_some_and(follows))
    };
    THAI.iter().filter(ends).map(|word| word.len()).max()
}

/// The bytes of a text where a word begins right behind another one, without a blank between them, in order.
///
/// ```
/// assert_eq!(proscenio_run::words::borders("a ภาษาไทย"), [14]);
/// ```
#[must_use]
pub fn borders(text: &str) -> Vec<usize> {
    let mut borders = Vec::new();
    let mut before: Option<char> = None;
    let mut begins = false;
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        if !runs_on(letter) {
            (before, begins) = (None, false);
            at += letter.len_utf8();
            continue;
        }
        let held = before.is_none_or(leads);
        let word = if held && before.is_some() || follows(letter) { None } else { known(&text[at..]) };
        let starts = begins || word.is_some() || leads(letter) || before.is_some_and(closes);
        if starts && before.is_some() && !held && !follows(letter) {
            borders.push(at);
        }
        let length = word.unwrap_or(letter.len_utf8());
        before = text[at..at + length].chars().next_back();
        begins = word.is_some();
        at += length;
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::borders;

    fn words(text: &str) -> Vec<&str> {
        let mut from = 0;
        let mut words = Vec::new();
        for at in borders(text).into_iter().chain([text.len()]) {
            words.push(&text[from..at]);
            from = at;
        }
        words
    }

    #[test]
    fn words_without_blanks_are_found() {
        assert_eq!(words("ภาษาไทยเป็นภาษาใน"), ["ภาษา", "ไทย", "เป็น", "ภาษา", "ใน"]);
        // What is not known is broken where a syllable is sure to begin.
        assert_eq!(words("คะนองโมโห"), ["คะ", "นอง", "โม", "โห"]);
    }

    #[test]
    fn nothing_else_has_borders() {
        assert!(borders("no such letters").is_empty() && borders("").is_empty());
        assert!(borders("ก").is_empty() && borders("เ").is_empty() && borders("ๆๆ").is_empty());
    }
}
