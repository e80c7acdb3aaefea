package import Foundation

/// The one way JSON is read and written: names as `CodingKeys` spell them, members sorted, slashes left alone.
package enum WireJSON {
    /// Encodes a value.
    package static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(value)
        } catch {
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }

    /// Decodes a value; members that the type does not know are ignored.
    ///
    /// Reading goes one level of calls down for each object or array within another, so that a stranger could otherwise use up a
    /// thread's stack, and time.
    ///
    /// - Throws: `WireError` naming the member that is missing or of the wrong kind, never its value.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: Data,
        depth: Int = 32
    ) throws(WireError) -> Value {
        // JSON between programs is UTF-8 (RFC 8259 §8.1). A NUL shows that it is another encoding, which the decoder would take.
        guard !body.contains(0) else { throw WireError("The text is not valid JSON.") }
        guard !isNested(body, deeperThan: depth) else { throw WireError("The JSON is nested too deeply.") }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw WireError(describe(error))
        } catch {
            throw WireError("The JSON could not be read.")
        }
    }

    /// Whether more objects and arrays than that stand within each other.
    private static func isNested(_ body: Data, deeperThan limit: Int) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in body {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                if !isInString { depth += 1 }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if !isInString { depth -= 1 }
            default: break
            }
            if depth > limit { return true }
        }
        return false
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
