/// Names and other data of one line, as pages, mails and other people's screens show them.
enum SingleLineText {
    /// Returns whether a text has no control character, no separator of lines, and none that changes the direction of
    /// what stands around it (UAX #9 §2): with U+202E a name could make another one, or an address, read backwards.
    static func admits(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isBidiControl
            }
        }
    }
}
