/// Texts that are dear to compare, normalise, fold or split.
enum WorstText: String, CaseIterable, Sendable {
    /// Marks out of their canonical order, which normalising sorts.
    case marks
    /// As many marks in a row as are admitted.
    case admittedMarks
    /// A letter that is written with two when it is made large.
    case growing
    /// Pairs of these make flags, so that where one begins depends on all before it.
    case flags
    /// One single character of many people.
    case family
    /// Syllables in parts, which are put together.
    case syllables
    case spaces
    case dots
    case words
    /// What a password estimator looks for in every place.
    case guesses
    case letters
    case brackets

    /// The text, repeated up to so many bytes.
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
