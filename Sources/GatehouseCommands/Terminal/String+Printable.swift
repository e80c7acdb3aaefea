extension String {
    /// The text with a sign in the place of each control character, so that what stands in somebody's file cannot steer a terminal.
    var printable: String {
        String(
            String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
        )
    }
}
