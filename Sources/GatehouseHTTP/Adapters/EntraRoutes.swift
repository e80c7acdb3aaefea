import GatehouseServer
import GatehouseWire
import HTTPTypes
import Logging

/// The endpoints of Entra's protocol, below the tenant's name.
struct EntraRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder

    /// The name of the segment that names the tenant.
    static let tenant = "tenant"

    var routes: [Route] {
        (nativeRoutes + factorRoutes + libraryRoutes + browserRoutes).speaking(.entra, publicSegments: [Self.tenant])
    }

    /// Errors are in Entra's JSON format.
    private var kind: Route.Kind {
        Route.Kind(origins: .chosenByHandler) { [environment = server.environment] error, request in
            EntraResponder(request, environment: environment).reject(EntraError(error))
        }
    }

    /// Libraries also call endpoints of a tenant that this server does not have.
    var fallback: Route.Fallback {
        Route.Fallback(kind: kind) { [tenants = server.entra.tenants] path in
            let name = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
            return path.first == UInt8(ascii: "/") && String(name).map(tenants.contains) == true
        }
    }

    /// Native authentication: endpoints for apps with their own sign-in screens.
    private var nativeRoutes: [Route] {
        let entra = server.entra
        return [
            native(EntraSignUpStartEndpoint.self) { call throws(EntraError) in try await entra.signUp.start(call) },
            native(EntraSignUpChallengeEndpoint.self) { call throws(EntraError) in
                try await entra.signUp.challenge(call)
            },
            native(EntraSignUpContinueEndpoint.self) { call throws(EntraError) in try await entra.signUp.resume(call) },
            native(EntraSignInInitiateEndpoint.self) { call throws(EntraError) in
                try await entra.signIn.initiate(call)
            },
            native(EntraSignInChallengeEndpoint.self) { call throws(EntraError) in
                try await entra.signIn.challenge(call)
            },
            native(EntraResetStartEndpoint.self) { call throws(EntraError) in try await entra.reset.start(call) },
            native(EntraResetChallengeEndpoint.self) { call throws(EntraError) in
                try await entra.reset.challenge(call)
            },
            native(EntraResetContinueEndpoint.self) { call throws(EntraError) in try await entra.reset.resume(call) },
            native(EntraResetSubmitEndpoint.self) { call throws(EntraError) in try await entra.reset.submit(call) },
            native(EntraResetPollEndpoint.self) { call throws(EntraError) in try await entra.reset.poll(call) },
        ]
    }

    /// Second factors of native authentication.
    private var factorRoutes: [Route] {
        let entra = server.entra
        return [
            native(EntraSignInIntrospectEndpoint.self) { call throws(EntraError) in
                try await entra.secondFactor.introspect(call)
            },
            native(EntraRegistrationIntrospectEndpoint.self) { call throws(EntraError) in
                try await entra.registration.introspect(call)
            },
            native(EntraRegistrationChallengeEndpoint.self) { call throws(EntraError) in
                try await entra.registration.challenge(call)
            },
            native(EntraRegistrationContinueEndpoint.self) { call throws(EntraError) in
                try await entra.registration.resume(call)
            },
        ]
    }

    /// The OAuth endpoints that Microsoft's libraries call.
    private var libraryRoutes: [Route] {
        let metadata = {
            @Sendable (call: ServerRequest, responder: EntraResponder) async throws(EntraError) -> ServerResponse in
            let tenant = try server.entra.tenants.resolve(call.segments[Self.tenant], as: .invalidTenant)
            return responder.succeed(server.entra.metadata.metadata(ofTenant: tenant))
        }
        return [
            route(EntraConfigurationEndpoint.methods, EntraConfigurationEndpoint.path, handle: metadata),
            // Libraries that treat a tenant's address as an issuer look here.
            route(OpenIDConfigurationEndpoint.methods, OpenIDConfigurationEndpoint.path) {
                call,
                responder throws(EntraError) in
                do throws(EntraError) { return try await metadata(call, responder) } catch {
                    // The caller may be looking for an issuer at this path and not for a tenant.
                    var error = error
                    if error.code == .invalidTenant { error.status = .notFound }
                    throw error
                }
            },
            route(EntraKeySetEndpoint.methods, EntraKeySetEndpoint.path) { call, responder throws(EntraError) in
                _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
                do throws(OAuthError) {
                    return responder.succeed(try await server.keySet.keySet())
                } catch {
                    throw EntraError(error)
                }
            },
            route(EntraDeviceCodeEndpoint.methods, EntraDeviceCodeEndpoint.path, clientForm: .entra) {
                call,
                responder throws(EntraError) in
                _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
                return responder.succeed(
                    try await server.entra.deviceCode.authorizeDevice(
                        try Self.form(call),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
            route(EntraTokenEndpoint.methods, EntraTokenEndpoint.path, clientForm: .entra) {
                call,
                responder throws(EntraError) in
                _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
                let form = try Self.form(call)
                guard !EntraTokenHandler.isNative(form) else {
                    return await respond(call, responder) { call throws(EntraError) in
                        try await server.entra.token.native(call)
                    }
                }
                return responder.succeed(
                    try await server.entra.token.standard(
                        form,
                        authorization: call.request.headerFields[.authorization],
                        origin: responder.origin,
                        context: call.context
                    )
                )
            },
        ]
    }

    /// The endpoints that browsers open; their pages are the same for every protocol.
    private var browserRoutes: [Route] {
        let authorization = AuthorizationRoutes(server: server, pages: pages)
        let endSession = EndSessionRoutes(handler: server.entra.endSession, pages: pages)
        let logout = EntraEndSessionEndpoint.path
        return [
            page(EntraAuthorizationEndpoint.methods, EntraAuthorizationEndpoint.path) { call, _ throws(OAuthError) in
                try await authorization.authorize(
                    call,
                    parameters: try await server.entra.defaultScopes.authorizationRequest(try call.parameters())
                )
            },
            page(EntraEndSessionEndpoint.methods, logout) { call, tenant throws(OAuthError) in
                try await endSession.begin(call, at: "/" + tenant + logout)
            },
            page([.post], logout + EndSessionRoutes.confirmation) { call, tenant throws(OAuthError) in
                try await endSession.confirm(call, at: "/" + tenant + logout)
            },
        ]
    }

    private func native<E: Endpoint>(
        _ endpoint: E.Type,
        _ handle: @escaping @Sendable (EntraRequest) async throws(EntraError) -> E.Response
    ) -> Route {
        route(E.methods, E.path) { call, responder throws(EntraError) in await respond(call, responder, handle: handle)
        }
    }

    /// Responds to a native app; any page may read the errors that occur before the client is known.
    private func respond(
        _ call: ServerRequest,
        _ responder: EntraResponder,
        handle: (EntraRequest) async throws(EntraError) -> some WireResponse
    ) async -> ServerResponse {
        var origins = EntraResponder.AllowedOrigins.all
        do throws(EntraError) {
            _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
            let form = try Self.form(call)
            let client = try await server.entra.clients.admit(form, context: call.context)
            origins = .none
            try client.admit(origin: responder.origin)
            if let origin = responder.origin { origins = .origin(origin) }
            let language = Language.negotiate(
                uiLocales: [],
                acceptLanguage: call.request.headerFields[.acceptLanguage]
            )
            let entraRequest = EntraRequest(client: client, parameters: form, language: language, context: call.context)
            return responder.succeed(try await handle(entraRequest), for: origins)
        } catch {
            return responder.reject(error, for: origins)
        }
    }

    private func route(
        _ methods: Set<HTTPRequest.Method>,
        _ path: String,
        clientForm: ClientForm? = nil,
        handle: @escaping @Sendable (ServerRequest, EntraResponder) async throws(EntraError) -> ServerResponse
    ) -> Route {
        Route(methods, Self.path(path), for: kind, clientForm: clientForm) { call throws(OAuthError) in
            let responder = EntraResponder(call.request, environment: server.environment)
            do throws(EntraError) { return try await handle(call, responder) } catch { return responder.reject(error) }
        }
    }

    private func page(
        _ methods: Set<HTTPRequest.Method>,
        _ path: String,
        handle: @escaping @Sendable (ServerRequest, _ tenant: String) async throws(OAuthError) -> ServerResponse
    ) -> Route {
        Route(methods, Self.path(path), for: .page) { call throws(OAuthError) in
            let tenant: String
            do throws(EntraError) { tenant = try server.entra.tenants.resolve(call.segments[Self.tenant]) } catch {
                throw OAuthError(error.code, error.text, status: .notFound)
            }
            return try await handle(call, tenant)
        }
    }

    private static func path(_ path: String) -> String { "/{\(tenant)}\(path)" }

    private static func form(_ call: ServerRequest) throws(EntraError) -> Parameters {
        do { return try call.formOrMultipart() } catch { throw EntraError(error) }
    }
}

/// Writes the responses of the Entra endpoints, with the request IDs of both sides and the CORS fields.
struct EntraResponder: Sendable {
    /// The origins that may read a response (Fetch §3.2).
    enum AllowedOrigins: Sendable {
        /// Every origin; for responses that are the same for all clients.
        case all
        /// A single origin, which is registered for the client.
        case origin(String)
        /// No origin.
        case none
    }

    let environment: ServerEnvironment
    /// The origin of the calling page; `nil` if the caller is not a web page.
    let origin: String?
    let requestIDs: EntraRequestIDs

    init(_ request: HTTPRequest, environment: ServerEnvironment) {
        self.environment = environment
        origin = request.headerFields[.origin]
        requestIDs = EntraRequestIDs(
            correlationID: request.headerFields[.clientRequestID],
            random: environment.random
        )
    }

    func succeed(_ response: some WireResponse, for origins: AllowedOrigins = .all) -> ServerResponse {
        finish(ServerResponse(response), for: origins)
    }

    func reject(_ error: EntraError, for origins: AllowedOrigins = .all) -> ServerResponse {
        environment.logger.debug(
            "request rejected",
            metadata: [
                "error": "\(error.code)", "number": "\(error.numbers.first ?? 0)", "trace": "\(requestIDs.id)",
                "correlation": "\(requestIDs.correlationID)",
                "request": "\(RequestMetadata.current?.requestID ?? "")",
            ]
        )
        let body = EntraErrorBody(
            error,
            traceID: requestIDs.id,
            correlationID: requestIDs.correlationID,
            timestamp: UnixTime(environment.now)
        )
        var response = ServerResponse(status: error.status, fields: body.fields, body: body.body())
        response.rejection = Rejection(error)
        return finish(response, for: origins)
    }

    /// Adds the fields of every response.
    func finish(_ response: ServerResponse, for origins: AllowedOrigins) -> ServerResponse {
        var result = response
        result.fields[.clientRequestID] = requestIDs.correlationID
        result.fields[.serverRequestID] = requestIDs.id
        switch origins {
        case .all: result.fields[.accessControlAllowOrigin] = "*"
        case .origin(let origin): result.fields[.accessControlAllowOrigin] = origin
        case .none: break
        }
        if case .all = origins {} else { result.fields[.vary] = HTTPField.Name.origin.canonicalName }
        result.fields[.accessControlExposeHeaders] = [
            HTTPField.Name.clientRequestID, .serverRequestID, .retryAfter, .xRequestID,
        ].map(\.canonicalName).joined(separator: ", ")
        return result
    }
}

extension Rejection {
    /// Creates the rejection of an error; `nil` for a pending authorization, which is not rejected.
    init?(_ error: EntraError) {
        guard ![.authorizationPending, .slowDown].contains(error.code) else { return nil }
        self.init(code: error.code.rawValue, description: error.text)
        let numbers = [
            EntraErrorNumber.unknownClient, EntraErrorNumber.nativeDisabled, EntraErrorNumber.confidentialClient,
        ]
        needsNativeClient = error.numbers.first.map(numbers.contains) ?? false
    }
}

extension ClientForm {
    /// A form in either encoding.
    static let entra = ClientForm(rule: .oneMethod) { call throws(OAuthError) in try call.formOrMultipart() }
}

extension ServerRequest {
    /// Returns the parameters of a URL-encoded or multipart form; Entra's clients send both.
    ///
    /// - Throws: `invalid_request` if the form is malformed, with status 415 if the body is not a form.
    func formOrMultipart() throws(OAuthError) -> Parameters {
        guard mediaType == "multipart/form-data" else { return try form() }
        guard let boundary else { throw OAuthError(.invalidRequest, "The multipart boundary is missing.") }
        do { return try Parameters(multipart: body, boundary: boundary) } catch {
            throw OAuthError(.invalidRequest, error.message)
        }
    }

    /// The parameter `boundary` of the media type (RFC 2046 §5.1.1), without quotation marks.
    private var boundary: String? {
        let parameters = (request.headerFields[.contentType] ?? "").split(separator: ";").dropFirst()
        let texts = parameters.lazy.map { $0.drop(while: \.isWhitespace) }
        let prefix = "boundary="
        guard let text = texts.first(where: { $0.prefix(prefix.count).lowercased() == prefix }) else { return nil }
        let value = text.dropFirst(prefix.count).drop { $0 == "\"" }.prefix { !"\", \t".contains($0) }
        return value.isEmpty ? nil : String(value)
    }
}
