import CQREncode

/// A QR code (ISO/IEC 18004).
package struct QRCode: Sendable, Equatable {
    /// The width and height in modules, without the margin.
    package let size: Int
    private let isDark: [Bool]

    /// The light margin that scanners need on each side, in modules.
    static let margin = 4

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
}
