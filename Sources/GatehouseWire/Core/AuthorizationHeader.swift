import Foundation

/// The `Authorization` field of a request: a client's own credentials or an access token.
package enum AuthorizationHeader: Sendable, Hashable {
    /// A client with its secret (RFC 6749 §2.3.1).
    case basic(clientID: String, clientSecret: Secret)
    /// An access token (RFC 6750 §2.1).
    case bearer(Secret)

    /// Reads a field value; the scheme is not case-sensitive.
    ///
    /// - Throws: `WireError` when the scheme is another one or what follows does not have its grammar.
    package init(_ field: String) throws(WireError) {
        let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2 else { throw WireError("The Authorization field has no credentials.") }
        let credentials = String(Substring(parts[1].drop { $0 == UInt8(ascii: " ") }))
        switch Substring(parts[0]).lowercased() {
        case "basic": self = try Self.basic(parsing: credentials)
        case "bearer":
            guard Self.isBearerToken(credentials) else {
                throw WireError("The bearer token has a character not allowed.")
            }
            self = .bearer(Secret(credentials))
        default: throw WireError("The Authorization field names a scheme other than Basic or Bearer.")
        }
    }

    /// The field value.
    package var encoded: String {
        switch self {
        case .basic(let clientID, let clientSecret):
            let pair = FormCoding.encode(clientID) + ":" + FormCoding.encode(clientSecret.reveal())
            return "Basic " + Data(pair.utf8).base64EncodedString()
        case .bearer(let token):
            return "Bearer " + token.reveal()
        }
    }

    private static func basic(parsing credentials: String) throws(WireError) -> Self {
        guard let bytes = Data(base64Encoded: credentials),
            let pair = String(validating: bytes, as: UTF8.self),
            let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { throw WireError("The Basic credentials are not the base64 form of a name, a colon and a secret.") }
        let clientID = try FormCoding.decode(pair.utf8[..<colon])
        let clientSecret = try FormCoding.decode(pair.utf8[pair.utf8.index(after: colon)...])
        guard !clientID.isEmpty else { throw WireError("The Basic credentials have no client identifier.") }
        return .basic(clientID: clientID, clientSecret: Secret(clientSecret))
    }

    /// The grammar `b64token` of RFC 6750 §2.1, and the bar that stands in the tokens of Login with Amazon.
    private static func isBearerToken(_ text: String) -> Bool {
        let body = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = text.utf8.dropFirst(body.count)
        return !body.isEmpty && padding.allSatisfy { $0 == UInt8(ascii: "=") }
            && body.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                    UInt8(ascii: "|"):
                    true
                default: false
                }
            }
    }
}
