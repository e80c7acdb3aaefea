/// A rule for names and other single-line data that pages, mails and the screens of other users show.
enum SingleLineText {
    /// Returns whether a text has no control character, line separator or bidirectional control (UAX #9 §2): U+202E in
    /// a name would reverse the text after it, such as an address.
    static func admits(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isBidiControl
            }
        }
    }
}
