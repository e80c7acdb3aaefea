extension QRCode {
    /// Returns the code with its margin, two rows of modules per line.
    ///
    /// - Parameter colored: Whether to set black on white in fixed colors, which a terminal needs for any background.
    ///   Without it, dark modules are ink, for text in files.
    /// - Returns: The lines from top to bottom, without line breaks.
    package func terminalLines(colored: Bool) -> [String] {
        let span = -Self.margin..<(size + Self.margin)
        return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
            let line = span.map { column in
                switch (isDark(column: column, row: row), isDark(column: column, row: row + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
            return colored ? "\u{1B}[38;5;16;48;5;231m\(line)\u{1B}[0m" : line
        }
    }
}
