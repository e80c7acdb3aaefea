import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The metadata of protected resources on this host (RFC 9728 §3).
///
/// It is at the host's root, followed by the path of the resource, regardless of the issuer's path.
struct ProtectedResourceRoutes: Sendable {
    let handler: ProtectedResourceHandler

    var routes: [Route] {
        (0...ProtectedResourceHandler.maximumDepth).flatMap { depth in
            let segments = (0..<depth).map { "/{segment\($0)}" }.joined()
            return depth == 0 ? [route("")] : [route(segments), route(segments + "/")]
        }
    }

    private func route(_ resourcePath: String) -> Route {
        Route(
            ProtectedResourceMetadataEndpoint.methods,
            ProtectedResourceMetadataEndpoint.path + resourcePath,
            for: .browserAPI,
            isAtRoot: true
        ) { call throws(OAuthError) in
            guard let metadata = try await handler.metadata(ofPath: Self.resourcePath(call.request)) else {
                return ServerResponse(status: .notFound, fields: [.cacheControl: "no-store"])
            }
            return ServerResponse(metadata)
        }
    }

    /// Returns the part of the path after the well-known one, without the query.
    private static func resourcePath(_ request: HTTPRequest) -> String {
        let path = (request.path ?? "").prefix { $0 != "?" }
        let rest = String(path.dropFirst(ProtectedResourceMetadataEndpoint.path.count))
        return rest == "/" ? "" : rest
    }
}
