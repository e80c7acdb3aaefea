import Foundation
import GatehouseWire
public import HTTPTypes

/// The parts of a request to an API that decide about its access.
public struct ResourceRequest: Sendable {
    /// The method.
    public var method: String
    /// The URL as the client sees it; or its path, which follows ``VerifierConfiguration/publicURL``.
    public var url: String
    /// The values of all fields `Authorization`.
    public var authorization: [String]
    /// The values of all fields `DPoP`.
    public var dpop: [String]
    /// The SHA-256 hash of the client's TLS certificate in DER, in base64url; `nil` if the API does not know it.
    public var certificateThumbprint: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL as the client sees it, or its path.
    ///   - authorization: The values of all fields `Authorization`.
    ///   - dpop: The values of all fields `DPoP`.
    ///   - certificateThumbprint: The SHA-256 hash of the client's TLS certificate in DER, in base64url.
    public init(
        method: String,
        url: String,
        authorization: [String],
        dpop: [String] = [],
        certificateThumbprint: String? = nil
    ) {
        self.method = method
        self.url = url
        self.authorization = authorization
        self.dpop = dpop
        self.certificateThumbprint = certificateThumbprint
    }

    /// Creates a request from that of an HTTP server.
    ///
    /// Only the path is used, also of a target in absolute form (RFC 9112 §3.2.2): a client could choose the host, and
    /// a proxy may have changed it.
    ///
    /// - Parameter request: The request.
    public init(_ request: HTTPRequest) {
        let target = request.path ?? "/"
        self.init(
            method: request.method.rawValue,
            url: target.hasPrefix("/") ? target : Self.path(inAbsolute: target),
            authorization: request.headerFields[values: .authorization],
            dpop: request.headerFields[values: .dpop]
        )
    }

    /// Returns the path of a target in absolute form; the root if it has none.
    private static func path(inAbsolute target: String) -> String {
        let path = URLComponents(string: target)?.percentEncodedPath ?? ""
        return path.hasPrefix("/") ? path : "/"
    }

    /// The access token in a request, before any check.
    enum Credentials {
        case none
        case malformed(String)
        case token(String, TokenType)
    }

    /// The access token; none for another scheme, which counts as a request without credentials (RFC 6750 §3.1).
    var credentials: Credentials {
        guard let field = authorization.first else { return .none }
        guard authorization.count == 1 else { return .malformed("The request has several Authorization fields.") }
        let scheme = field.utf8.prefix { $0 != UInt8(ascii: " ") }
        let token = field.utf8[scheme.endIndex...].drop { $0 == UInt8(ascii: " ") }
        switch Substring(scheme).lowercased() {
        case "bearer": return .token(String(Substring(token)), .bearer)
        case "dpop": return .token(String(Substring(token)), .dpop)
        default: return .none
        }
    }
}
