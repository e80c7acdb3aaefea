/// Texts that are expensive to compare, normalize, fold or split.
enum WorstCaseText: String, CaseIterable, Sendable {
    /// Combining marks out of canonical order, which normalization sorts.
    case marks
    /// The maximum accepted number of consecutive marks.
    case admittedMarks
    /// Characters whose upper-case form has several characters.
    case growing
    /// Pairs form flags, so finding a boundary requires reading all preceding characters.
    case flags
    /// A single grapheme cluster of many emoji.
    case family
    /// Decomposed Hangul syllables, which normalization composes.
    case syllables
    case spaces
    case dots
    case words
    /// Matches for a password strength estimator at every position.
    case guesses
    case letters
    case brackets

    /// Returns the text repeated up to a size in bytes.
    func text(_ size: Int) -> String {
        let third = size / 6
        return switch self {
        case .marks:
            "a" + String(repeating: "\u{0345}", count: third) + String(repeating: "\u{0315}", count: third)
                + String(repeating: "\u{0316}", count: third)
        case .admittedMarks: fill("a" + String(repeating: "\u{0345}\u{0315}\u{0316}", count: 10), size)
        case .growing: fill("ŉßΐ", size)
        case .flags: fill("\u{1F1E6}", size)
        case .family: fill("👩\u{200D}", size)
        case .syllables: fill("\u{1100}\u{1161}\u{11A8}", size)
        case .spaces: fill(" ", size)
        case .dots: fill("a@b.", size)
        case .words: fill("x y-z,w;q=0.1 ", size)
        case .guesses: fill("p4ssw0rd2024-01-01qwertz@", size)
        case .letters: fill("a", size)
        case .brackets: fill("[", size)
        }
    }

    private func fill(_ unit: String, _ size: Int) -> String {
        String(repeating: unit, count: max(1, size / unit.utf8.count))
    }
}
