import Foundation

/// The `Authorization` header of a request: client credentials or an access token.
package enum AuthorizationHeader: Sendable, Hashable {
    /// Client credentials (RFC 6749 §2.3.1).
    case basic(clientID: String, clientSecret: Secret)
    /// An access token (RFC 6750 §2.1).
    case bearer(Secret)

    /// Reads a field value; the scheme is not case-sensitive.
    ///
    /// - Throws: `WireError` if the scheme is not supported or the credentials are malformed.
    package init(_ field: String) throws(WireError) {
        let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2 else { throw WireError("The Authorization header does not contain credentials.") }
        let credentials = String(Substring(parts[1].drop { $0 == UInt8(ascii: " ") }))
        switch Substring(parts[0]).lowercased() {
        case "basic": self = try Self.basic(parsing: credentials)
        case "bearer":
            guard Self.isBearerToken(credentials) else {
                throw WireError("The bearer token contains an invalid character.")
            }
            self = .bearer(Secret(credentials))
        default: throw WireError("The Authorization scheme must be Basic or Bearer.")
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
            let pair = String(validUTF8: bytes),
            let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { throw WireError("The Basic credentials must be base64-encoded: identifier, colon, secret.") }
        let clientID = try FormCoding.decode(pair.utf8[..<colon])
        let clientSecret = try FormCoding.decode(pair.utf8[pair.utf8.index(after: colon)...])
        guard !clientID.isEmpty else { throw WireError("The Basic credentials do not contain a client identifier.") }
        return .basic(clientID: clientID, clientSecret: Secret(clientSecret))
    }

    /// Returns whether a text matches `b64token` of RFC 6750 §2.1, or is a token of Login with Amazon, with its `|`.
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

/// The challenge of a response with status 401 or 403 (RFC 6750 §3, RFC 7617 §2, RFC 9470 §3).
public struct WWWAuthenticate: Sendable, Hashable {
    /// An authentication scheme.
    public enum Scheme: String, Sendable {
        /// Client credentials.
        case basic = "Basic"
        /// An access token.
        case bearer = "Bearer"
    }

    /// The scheme to authenticate with.
    public var scheme: Scheme
    /// The protection space, usually the issuer.
    public var realm: String
    /// The reason that the credentials were rejected; absent if the request had none.
    public var error: OAuthErrorCode?
    /// A description of the error.
    public var errorDescription: String?
    /// The scopes that are required.
    public var scope: ScopeSet?
    /// The maximum age in seconds of the sign-in that is required (RFC 9470 §3).
    public var maxAge: Int?
    /// The authentication context classes of which the sign-in must reach one (RFC 9470 §3).
    public var acrValues: [ACR]

    /// Creates a challenge.
    ///
    /// - Parameters:
    ///   - scheme: The scheme to authenticate with.
    ///   - realm: The protection space, usually the issuer.
    ///   - error: The reason that the credentials were rejected; omit it if the request had none.
    ///   - errorDescription: A description of the error.
    ///   - scope: The scopes that are required.
    ///   - maxAge: The maximum age in seconds of the sign-in that is required.
    ///   - acrValues: The authentication context classes of which the sign-in must reach one.
    public init(
        _ scheme: Scheme,
        realm: String,
        error: OAuthErrorCode? = nil,
        errorDescription: String? = nil,
        scope: ScopeSet? = nil,
        maxAge: Int? = nil,
        acrValues: [ACR] = []
    ) {
        self.scheme = scheme
        self.realm = realm
        self.error = error
        self.errorDescription = errorDescription
        self.scope = scope
        self.maxAge = maxAge
        self.acrValues = acrValues
    }

    /// The field value.
    package var encoded: String {
        var parameters = [("realm", realm)]
        if let error { parameters.append((ParameterName.error.rawValue, error.rawValue)) }
        if let errorDescription { parameters.append((ParameterName.errorDescription.rawValue, errorDescription)) }
        if let scope { parameters.append((ParameterName.scope.rawValue, scope.description)) }
        if let maxAge { parameters.append((ParameterName.maxAge.rawValue, String(maxAge))) }
        if let values = acrValues.spaceSeparated { parameters.append((ParameterName.acrValues.rawValue, values)) }
        let list = parameters.map { name, value in "\(name)=\"\(OAuthError.printable(value))\"" }
        return scheme.rawValue + " " + list.joined(separator: ", ")
    }
}
