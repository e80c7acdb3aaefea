package import Foundation

/// The one way JSON is read and written: names as `CodingKeys` spell them, members sorted, slashes left alone.
package enum WireJSON {
    /// Encodes a value.
    package static func encode(_ value: some Encodable) -> Data {
        do {
            return Data(try JSONWriter.text(of: value).bytes)
        } catch {
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }

    /// Decodes a value; members that the type does not know are ignored.
    ///
    /// Reading goes one level of calls down for each object or array within another, so that a stranger could otherwise use up a
    /// thread's stack, and time.
    ///
    /// - Throws: `WireError` naming the member that is missing or of the wrong kind, never its value; also when a text holds U+0000, as the
    ///   readers of forms throw.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: Data,
        depth: Int = 32
    ) throws(WireError) -> Value {
        // JSON between programs is UTF-8 (RFC 8259 §8.1). A NUL shows that it is another encoding, which the decoder would take.
        guard !body.contains(0) else { throw WireError("The text is not valid JSON.") }
        if let flaw = flaw(in: body, depth: depth) { throw WireError(flaw) }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw WireError(describe(error))
        } catch {
            throw WireError("The JSON could not be read.")
        }
    }

    /// What keeps a text from being read: more objects and arrays within each other than that, or the character U+0000, which stands in no
    /// text of people's and cannot be stored everywhere.
    private static func flaw(in body: Data, depth limit: Int) -> String? {
        var depth = 0
        var isInString = false
        // How much of the escape that ends with "u0000" has been read.
        var escape = 0
        for byte in body {
            switch byte {
            case UInt8(ascii: "u") where escape == 1: escape = 2
            case _ where escape == 1: escape = 0
            case UInt8(ascii: "0") where escape > 1:
                escape += 1
                if escape == 6 { return "The JSON holds the character U+0000." }
            case UInt8(ascii: "\\") where isInString: escape = 1
            case UInt8(ascii: "\""):
                isInString.toggle()
                escape = 0
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if !isInString { depth += 1 }
                escape = 0
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if !isInString { depth -= 1 }
                escape = 0
            default: escape = 0
            }
            if depth > limit { return "The JSON is nested too deeply." }
        }
        return nil
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "The member \(path(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "The member \(path(context.codingPath)) is of the wrong kind."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "The member \(path(context.codingPath)) is not valid."
        default:
            "The text is not valid JSON."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "at the top" : keys.map(\.stringValue).joined(separator: ".")
    }
}
