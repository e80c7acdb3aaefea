import CQREncode

/// A QR code (ISO/IEC 18004) for a terminal.
package struct QRCode: Sendable, Equatable {
    /// The width and height in modules, without the margin.
    package let size: Int
    private let isDark: [Bool]

    /// The light margin that scanners need on each side, in modules.
    private static let margin = 4

    /// Encodes text with the lowest error correction: a screen is clean, and the code stays small.
    ///
    /// - Parameter text: The content; the result is `nil` if it is empty or exceeds 2953 bytes of UTF-8.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_L) else {
            return nil
        }
        defer { unsafe QRcode_free(code) }
        size = unsafe Int(code.pointee.width)
        // The lowest bit of a module is its color.
        isDark = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Returns whether a module is dark; everything outside the code is light.
    package func isDark(column: Int, row: Int) -> Bool {
        let isInside = (0..<size).contains(column) && (0..<size).contains(row)
        return isInside && isDark[row * size + column]
    }

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
