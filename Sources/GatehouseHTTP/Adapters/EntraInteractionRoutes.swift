import GatehouseServer
import GatehouseWire
import HTTPTypes
import Logging

/// The endpoints of version 2 of Entra's native authentication, below the tenant's name.
///
/// They are for apps on devices: web pages use the authorization code flow, because codes are redeemed without PKCE.
struct EntraInteractionRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        ([authorizeChallenge] + EntraInteractionEndpoint.allCases.map(interaction))
            .speaking(.entra, publicSegments: [EntraRoutes.tenant])
    }

    private var authorizeChallenge: Route {
        let endpoint = EntraAuthorizeChallengeEndpoint.self
        let kind = Route.Kind(origins: .none, bodyLimit: EntraInteractionRequest.bodyLimit) {
            [environment = server.environment] error, request in
            EntraResponder(request, environment: environment).reject(EntraError(error), for: .none)
        }
        return Route(endpoint.methods, path(endpoint.path), for: kind) { call throws(OAuthError) in
            let responder = EntraResponder(call.request, environment: server.environment)
            do throws(EntraError) {
                guard responder.origin == nil else { throw .interactionsOfPage }
                let form: Parameters
                do throws(OAuthError) { form = try call.form() } catch { throw EntraError(error) }
                var response = try await server.entraInteractions.authorizeChallenge.challenge(form, context(of: call))
                if case .insufficientAuthorization(var start) = response {
                    start.traceID = responder.requestIDs.id
                    start.correlationID = responder.requestIDs.correlationID
                    response = .insufficientAuthorization(start)
                }
                return responder.succeed(response, for: .none)
            } catch {
                return responder.reject(error, for: .none)
            }
        }
    }

    private func interaction(_ endpoint: EntraInteractionEndpoint) -> Route {
        let kind = Route.Kind(origins: .none, bodyLimit: EntraInteractionRequest.bodyLimit) {
            [environment = server.environment] error, request in
            EntraInteractionResponder(request, environment: environment)
                .reject(EntraInteractionError(EntraError(error)))
        }
        return Route([endpoint.method], path(endpoint.path), for: kind) { call throws(OAuthError) in
            let responder = EntraInteractionResponder(call.request, environment: server.environment)
            do throws(EntraInteractionError) {
                guard call.request.headerFields[.origin] == nil else {
                    throw EntraInteractionError(.interactionsOfPage)
                }
                guard Self.mediaTypes.contains(call.mediaType) else { throw .unsupportedMediaType }
                let request = try EntraInteractionRequest(body: call.body)
                return responder.succeed(
                    try await server.entraInteractions.interactions.handle(
                        endpoint,
                        request: request,
                        context(of: call)
                    )
                )
            } catch {
                return responder.reject(error)
            }
        }
    }

    private static let mediaTypes: Set<String> = ["application/json", HTTPFields.halJSON]

    private func path(_ path: String) -> String { "/{\(EntraRoutes.tenant)}\(path)" }

    private func context(of call: ServerRequest) -> EntraInteractionCall {
        EntraInteractionCall(
            tenant: call.segments[EntraRoutes.tenant],
            segments: call.segments,
            language: .negotiate(uiLocales: [], acceptLanguage: call.request.headerFields[.acceptLanguage]),
            context: call.context
        )
    }
}

/// Writes the responses of interactions, in the media type and the form that the client accepts.
private struct EntraInteractionResponder: Sendable {
    private let responder: EntraResponder
    private let fields: HTTPFields
    private let library: EntraClientLibrary

    init(_ request: HTTPRequest, environment: ServerEnvironment) {
        responder = EntraResponder(request, environment: environment)
        fields = .uncachedInteraction(accept: request.headerFields[.accept])
        library = EntraClientLibrary(fields: request.headerFields)
    }

    func succeed(_ response: EntraInteraction) -> ServerResponse {
        responder.finish(ServerResponse(status: .ok, fields: fields, body: response.body()), for: .none)
    }

    func reject(_ error: EntraInteractionError) -> ServerResponse {
        let (environment, ids) = (responder.environment, responder.requestIDs)
        environment.logger.debug(
            "request rejected",
            metadata: [
                "error": "\(error.code)", "number": "\(error.number ?? 0)", "trace": "\(ids.id)",
                "correlation": "\(ids.correlationID)", "request": "\(RequestMetadata.current?.requestID ?? "")",
            ]
        )
        let body = EntraInteractionErrorBody(
            error.adapted(to: library),
            traceID: ids.id,
            correlationID: ids.correlationID,
            timestamp: UnixTime(environment.now)
        )
        var response = ServerResponse(status: error.status, fields: fields, body: body.body())
            .with(retryAfter: error.retryAfter)
        response.rejection = Rejection(code: error.code.rawValue, description: error.text)
        return responder.finish(response, for: .none)
    }
}

extension EntraError {
    /// The error for a request from a web page.
    fileprivate static let interactionsOfPage = EntraError(
        .unauthorizedClient,
        EntraErrorNumber.unknownOrigin,
        text: "Web pages cannot use this API. Use the authorization code flow."
    )
}

extension EntraInteractionError {
    fileprivate static let unsupportedMediaType = EntraInteractionError(
        .invalidRequest,
        EntraErrorNumber.invalidParameter,
        text: "The body must be application/json.",
        status: .unsupportedMediaType
    )
}
