import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The endpoints for dynamic registration and its management (RFC 7591 §3, RFC 7592 §2).
struct RegistrationRoutes: Sendable {
    let registration: DynamicRegistration

    var routes: [Route] {
        [
            Route(RegistrationEndpoint.self, for: .browserAPI) { call throws(OAuthError) in
                ServerResponse(
                    try await registration.register(
                        try Self.json(call),
                        authorization: Self.authorization(call),
                        context: call.context
                    )
                )
            },
            Route(ClientConfigurationEndpoint.self, for: .browserAPI) { call throws(OAuthError) in
                try await manage(call)
            },
        ]
    }

    private func manage(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let id = call.segments[ClientConfigurationEndpoint.client] ?? ""
        let authorization = Self.authorization(call)
        switch call.request.method {
        case .put:
            return ServerResponse(
                try await registration.replace(
                    id,
                    try Self.json(call),
                    authorization: authorization,
                    context: call.context
                )
            )
        case .delete:
            return ServerResponse(
                try await registration.delete(id, authorization: authorization, context: call.context)
            )
        default:
            return ServerResponse(try await registration.read(id, authorization: authorization))
        }
    }

    private static func authorization(_ call: ServerRequest) -> String? { call.request.headerFields[.authorization] }

    private static func json(_ call: ServerRequest) throws(OAuthError) -> Data {
        guard call.mediaType == "application/json" else {
            throw OAuthError(
                .invalidRequest,
                "The body must be application/json.",
                status: .unsupportedMediaType
            )
        }
        return call.body
    }
}
