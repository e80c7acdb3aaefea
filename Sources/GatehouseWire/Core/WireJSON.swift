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
    /// ``JSONReader`` reads every text first, which bounds the cost; values of any shape are taken from it directly.
    ///
    /// - Throws: `WireError` naming the member that is missing or of the wrong kind, never its value, and for a text
    ///   that ``JSONReader`` refuses.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        from body: Data,
        depth: Int = 32
    ) throws(WireError) -> Value {
        let read = try JSONReader.read(body, depth: depth)
        if let value = read as? Value ?? read.object as? Value { return value }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw WireError(describe(error))
        } catch {
            throw WireError("The JSON could not be read.")
        }
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
