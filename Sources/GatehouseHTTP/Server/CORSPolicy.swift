import GatehouseWire
import HTTPTypes

/// The CORS fields (Fetch §3.2) of endpoints that browser-based apps call.
///
/// They are not added to pages, and never allow cookies.
struct CORSPolicy: Sendable {
    /// Allows every origin to read the response, errors included; these endpoints ignore cookies.
    func allow(_ response: ServerResponse) -> ServerResponse {
        var response = response
        response.fields[.accessControlAllowOrigin] = "*"
        let tag = response.fields[.eTag] == nil ? "" : ", ETag"
        let nonce = response.fields[.dpopNonce] == nil ? "" : ", DPoP-Nonce"
        response.fields[.accessControlExposeHeaders] = "WWW-Authenticate, Retry-After, X-Request-ID" + tag + nonce
        return response
    }

    /// Returns the response to a preflight, which allows all requested fields: libraries add fields of their own.
    func preflight(_ request: HTTPRequest, methods: Set<HTTPRequest.Method>) -> ServerResponse {
        var response = allow(ServerResponse(status: .noContent))
        response.fields[.accessControlAllowMethods] = methods.map(\.rawValue).sorted().joined(separator: ", ")
        response.fields[.accessControlAllowHeaders] =
            request.headerFields[.accessControlRequestHeaders] ?? "Authorization, Content-Type, DPoP"
        response.fields[.accessControlMaxAge] = "600"
        response.fields[.vary] = "Access-Control-Request-Headers"
        return response
    }
}

extension HTTPRequest {
    /// The method that a preflight requests; `nil` for any other request.
    var preflightMethod: HTTPRequest.Method? {
        guard method == .options else { return nil }
        return headerFields[.accessControlRequestMethod].flatMap { HTTPRequest.Method($0) }
    }
}
