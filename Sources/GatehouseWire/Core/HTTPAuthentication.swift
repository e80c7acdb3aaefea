import Foundation
package import HTTPTypes

/// The `Authorization` header of a request: client credentials or an access token.
package enum AuthorizationHeader: Sendable, Hashable {
    /// Client credentials (RFC 6749 §2.3.1).
    case basic(clientID: String, clientSecret: Secret)
    /// An access token (RFC 6750 §2.1).
    case bearer(Secret)
    /// An access token that is bound to the key of a DPoP proof (RFC 9449 §7.1).
    case dpop(Secret)

    /// Reads a field value; the scheme is not case-sensitive.
    ///
    /// - Throws: `WireError` if the scheme is not supported or the credentials are malformed.
    package init(_ field: String) throws(WireError) {
        let parts = field.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2 else { throw WireError("The Authorization header does not contain credentials.") }
        let credentials = String(Substring(parts[1].drop { $0 == UInt8(ascii: " ") }))
        switch Substring(parts[0]).lowercased() {
        case "basic": self = try Self.basic(parsing: credentials)
        case "bearer": self = .bearer(try Self.token(parsing: credentials))
        case "dpop": self = .dpop(try Self.token(parsing: credentials))
        default: throw WireError("The Authorization scheme must be Basic, Bearer or DPoP.")
        }
    }

    /// The access token; `nil` for client credentials.
    package var accessToken: ReceivedToken? {
        switch self {
        case .basic: nil
        case .bearer(let token): ReceivedToken(token, .bearer)
        case .dpop(let token): ReceivedToken(token, .dpop)
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
        case .dpop(let token):
            return "DPoP " + token.reveal()
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

    private static func token(parsing credentials: String) throws(WireError) -> Secret {
        guard isToken(credentials) else { throw WireError("The access token contains an invalid character.") }
        return Secret(credentials)
    }

    /// Returns whether a text matches `b64token` of RFC 6750 §2.1, or is a token of Login with Amazon, with its `|`.
    private static func isToken(_ text: String) -> Bool {
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

/// An access token with the type that a request presents it as.
package struct ReceivedToken: Sendable, Hashable {
    /// The access token.
    package let token: Secret
    /// Bearer, or DPoP if the request has a proof: a token that is bound to a key must not be presented as a bearer
    /// token (RFC 9449 §7.2).
    package let type: TokenType

    package init(_ token: Secret, _ type: TokenType) {
        self.token = token
        self.type = type
    }

    /// Reads the value of an `Authorization` field.
    ///
    /// - Throws: `invalid_token` if there is no field, or it does not contain an access token.
    package init(authorization field: String?) throws(OAuthError) {
        guard let field else { throw OAuthError(.invalidToken, "An access token is required.") }
        guard let token = (try? AuthorizationHeader(field))?.accessToken else {
            throw OAuthError(.invalidToken, "The Authorization header does not contain an access token.")
        }
        self = token
    }
}

extension HTTPField.Name {
    /// The header with the DPoP proof of a request (RFC 9449 §4.1).
    package static let dpop = constant("DPoP")

    /// The header with the nonce for the client's next DPoP proof (RFC 9449 §8).
    package static let dpopNonce = constant("DPoP-Nonce")

    private static func constant(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("A constant is not a field name") }
        return name
    }
}

/// The challenge of a response with status 401 or 403 (RFC 6750 §3, RFC 7617 §2, RFC 9449 §7.1, RFC 9470 §3, RFC 9728
/// §5.1).
public struct WWWAuthenticate: Sendable, Hashable {
    /// An authentication scheme.
    public enum Scheme: String, Sendable {
        /// Client credentials.
        case basic = "Basic"
        /// An access token.
        case bearer = "Bearer"
        /// An access token that is bound to the key of a DPoP proof (RFC 9449 §7.1).
        case dpop = "DPoP"
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
    /// The URL of the metadata of the protected resource (RFC 9728 §5.1).
    public var resourceMetadata: String?
    /// The algorithms that DPoP proofs may be signed with (RFC 9449 §7.1).
    public var algorithms: [SigningAlgorithm]

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
    ///   - resourceMetadata: The URL of the metadata of the protected resource.
    ///   - algorithms: The algorithms that DPoP proofs may be signed with.
    public init(
        _ scheme: Scheme,
        realm: String,
        error: OAuthErrorCode? = nil,
        errorDescription: String? = nil,
        scope: ScopeSet? = nil,
        maxAge: Int? = nil,
        acrValues: [ACR] = [],
        resourceMetadata: String? = nil,
        algorithms: [SigningAlgorithm] = []
    ) {
        self.scheme = scheme
        self.realm = realm
        self.error = error
        self.errorDescription = errorDescription
        self.scope = scope
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.resourceMetadata = resourceMetadata
        self.algorithms = algorithms
    }

    /// The field value.
    package var encoded: String {
        var parameters = [("realm", realm)]
        if let error { parameters.append((ParameterName.error.rawValue, error.rawValue)) }
        if let errorDescription { parameters.append((ParameterName.errorDescription.rawValue, errorDescription)) }
        if let scope { parameters.append((ParameterName.scope.rawValue, scope.description)) }
        if let maxAge { parameters.append((ParameterName.maxAge.rawValue, String(maxAge))) }
        if let values = acrValues.spaceSeparated { parameters.append((ParameterName.acrValues.rawValue, values)) }
        if let resourceMetadata { parameters.append(("resource_metadata", resourceMetadata)) }
        if let values = algorithms.spaceSeparated { parameters.append(("algs", values)) }
        let list = parameters.map { name, value in "\(name)=\"\(OAuthError.printable(value))\"" }
        return scheme.rawValue + " " + list.joined(separator: ", ")
    }
}

extension HTTPFields {
    /// Adds a `WWW-Authenticate` field for each challenge, of which the client chooses one (RFC 9110 §11.6.1).
    ///
    /// One field with several challenges would mean the same, but clients that know a single scheme misread it.
    package mutating func add(_ challenges: [WWWAuthenticate?]) {
        for challenge in challenges {
            guard let challenge else { continue }
            append(HTTPField(name: .wwwAuthenticate, value: challenge.encoded))
        }
    }
}
