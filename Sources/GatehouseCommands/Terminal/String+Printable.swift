extension String {
    /// The text with a sign in the place of each character that is none, so that what stands in somebody's file or answer cannot
    /// steer a terminal, nor turn the direction of a line.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isSteering ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    /// Control characters, and those that only change how others are shown, but for the joiners that some scripts and pictures need.
    fileprivate var isSteering: Bool {
        switch properties.generalCategory {
        case .control: true
        case .format: !["\u{200C}", "\u{200D}"].contains(self)
        default: false
        }
    }
}
