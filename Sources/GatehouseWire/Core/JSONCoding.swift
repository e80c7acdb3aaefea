package import Foundation
package import HTTPTypes

/// Encodes and decodes JSON: names as in `CodingKeys`, sorted members, unescaped slashes.
package enum JSONCoding {
    /// Encodes a value.
    package static func encode(_ value: some Encodable) -> Data {
        do {
            return Data(try JSONWriter.text(of: value).bytes)
        } catch {
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }

    /// Decodes a value; unknown members are ignored.
    ///
    /// ``JSONReader`` parses every text first, which bounds the cost; untyped values are returned from it directly.
    ///
    /// - Throws: `WireError` that names the missing or mistyped member, never its value; also for a text that
    ///   ``JSONReader`` rejects.
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
            "\(path(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(path(context.codingPath)) is of the wrong type."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(path(context.codingPath)) is invalid."
        default:
            "The text is not valid JSON."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "The JSON value" : keys.map(\.stringValue).joined(separator: ".")
    }
}

/// A response whose body is one JSON object.
package protocol JSONResponse: WireResponse, Codable {}

extension JSONResponse {
    /// The header fields of a JSON response that must not be cached; responses that may be cached override them.
    package var fields: HTTPFields { .uncachedJSON }

    package func body() -> Data { JSONCoding.encode(self) }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        self = try JSONCoding.decode(Self.self, from: body)
    }
}

extension HTTPFields {
    /// The header fields of a JSON response with tokens, personal data or an error (RFC 6749 §5.1).
    package static let uncachedJSON: HTTPFields = [
        .contentType: "application/json", .cacheControl: "no-store", .pragma: "no-cache",
    ]

    /// Returns the header fields of a public JSON response that caches may store for a number of seconds.
    package static func publicJSON(maxAge seconds: Int) -> HTTPFields {
        [.contentType: "application/json", .cacheControl: "public, max-age=\(seconds)"]
    }
}

extension HTTPField.Name {
    /// The cache directive of HTTP/1.0; RFC 6749 §5.1 requires it beside `Cache-Control`.
    package static let pragma: HTTPField.Name = {
        guard let name = HTTPField.Name("Pragma") else { preconditionFailure("A constant is not a field name") }
        return name
    }()
}
