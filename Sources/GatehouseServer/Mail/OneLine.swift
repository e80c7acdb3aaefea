/// Text for a header, a name or an SMS.
enum OneLine {
    /// The text without control characters and line separators, which have no place there.
    static func text(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: Character(scalar)
            }
        }
        return String(kept)
    }
}
