extension String {
    /// Creates a string from UTF-8; `nil` if the bytes are malformed.
    ///
    /// `String(validating:as:)` requires iOS 18 and macOS 15.
    ///
    /// - Parameter bytes: The bytes.
    package init?(validUTF8 bytes: some Sequence<UInt8>) {
        if #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decodingValidUTF8: Array(bytes))
        }
    }

    /// Creates a string from UTF-8 on systems without `String(validating:as:)`.
    init?(decodingValidUTF8 bytes: [UInt8]) {
        // Decoding replaces malformed bytes, so that the encoded string differs from them.
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
