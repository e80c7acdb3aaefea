import GatehouseServer
import GatehouseWire
import HTTPTypes

/// What Entra's clients ask of a tenant, below its name.
struct EntraRoutes: Sendable {
    let server: IdentityServer
    let pages: PageDesk

    private static let tenant = "tenant"

    var routes: [Route] { nativeRoutes + libraryRoutes + browserRoutes }

    /// For apps that sign people in on pages of their own.
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

    /// For Microsoft's libraries, whatever kind of client uses them.
    private var libraryRoutes: [Route] {
        let metadata = { @Sendable (call: HTTPCall, exchange: EntraExchange) async throws(EntraError) -> HTTPAnswer in
            let tenant = try server.entra.tenants.resolve(call.segments[Self.tenant], as: .invalidTenant)
            return exchange.succeed(server.entra.metadata.metadata(ofTenant: tenant))
        }
        return [
            route(EntraConfigurationEndpoint.methods, EntraConfigurationEndpoint.path, metadata),
            // Where libraries look that take a tenant's address for an issuer.
            route(OpenIDConfigurationEndpoint.methods, OpenIDConfigurationEndpoint.path) {
                call,
                exchange throws(EntraError) in
                do throws(EntraError) { return try await metadata(call, exchange) } catch {
                    // Whoever asks here may not mean a tenant at all, but an issuer that is not here.
                    var error = error
                    if error.code == .invalidTenant { error.status = .notFound }
                    throw error
                }
            },
            route(EntraKeySetEndpoint.methods, EntraKeySetEndpoint.path) { call, exchange throws(EntraError) in
                _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
                do throws(OAuthError) {
                    return exchange.succeed(try await server.keySet.keySet())
                } catch {
                    throw EntraError(error)
                }
            },
            route(EntraDeviceCodeEndpoint.methods, EntraDeviceCodeEndpoint.path) {
                call,
                exchange throws(EntraError) in
                _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
                return exchange.succeed(
                    try await server.entra.deviceCode.authorizeDevice(
                        try Self.form(call),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
            route(EntraTokenEndpoint.methods, EntraTokenEndpoint.path) { call, exchange throws(EntraError) in
                _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
                let form = try Self.form(call)
                guard !EntraTokenHandler.isNative(form) else {
                    return await answer(call, exchange) { call throws(EntraError) in
                        try await server.entra.token.native(call)
                    }
                }
                return exchange.succeed(
                    try await server.entra.token.standard(
                        form,
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
        ]
    }

    /// For people's browsers: the pages are the same for every protocol.
    private var browserRoutes: [Route] {
        let authorization = AuthorizationRoutes(server: server, pages: pages)
        let endSession = EndSessionRoutes(handler: server.entra.endSession, pages: pages)
        let logout = EntraEndSessionEndpoint.path
        return [
            page(EntraAuthorizationEndpoint.methods, EntraAuthorizationEndpoint.path) { call, _ throws(OAuthError) in
                try await authorization.authorize(call)
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
        _ handle: @escaping @Sendable (EntraCall) async throws(EntraError) -> E.Response
    ) -> Route {
        route(E.methods, E.path) { call, exchange throws(EntraError) in await answer(call, exchange, handle) }
    }

    /// Answers a native app; what is said before it is known which one it is any page may read.
    private func answer(
        _ call: HTTPCall,
        _ exchange: EntraExchange,
        _ handle: (EntraCall) async throws(EntraError) -> some WireResponse
    ) async -> HTTPAnswer {
        var readers = EntraExchange.Readers.everybody
        do throws(EntraError) {
            _ = try server.entra.tenants.resolve(call.segments[Self.tenant])
            let form = try Self.form(call)
            let client = try await server.entra.clients.admit(form, context: call.context)
            readers = .nobody
            try client.admit(origin: exchange.origin)
            if let origin = exchange.origin { readers = .origin(origin) }
            let language = Language.negotiate(
                uiLocales: [],
                acceptLanguage: call.request.headerFields[.acceptLanguage]
            )
            let entraCall = EntraCall(client: client, parameters: form, language: language, context: call.context)
            return exchange.succeed(try await handle(entraCall), for: readers)
        } catch {
            return exchange.refuse(error, for: readers)
        }
    }

    private func route(
        _ methods: Set<HTTPRequest.Method>,
        _ path: String,
        _ handle: @escaping @Sendable (HTTPCall, EntraExchange) async throws(EntraError) -> HTTPAnswer
    ) -> Route {
        Route(methods, Self.path(path), for: .entra) { call throws(OAuthError) in
            let exchange = EntraExchange(call.request, core: server.core)
            do throws(EntraError) { return try await handle(call, exchange) } catch { return exchange.refuse(error) }
        }
    }

    private func page(
        _ methods: Set<HTTPRequest.Method>,
        _ path: String,
        _ handle: @escaping @Sendable (HTTPCall, _ tenant: String) async throws(OAuthError) -> HTTPAnswer
    ) -> Route {
        Route(methods, Self.path(path), for: .person) { call throws(OAuthError) in
            let tenant: String
            do throws(EntraError) { tenant = try server.entra.tenants.resolve(call.segments[Self.tenant]) } catch {
                throw OAuthError(error.code, error.text, status: .notFound)
            }
            return try await handle(call, tenant)
        }
    }

    private static func path(_ path: String) -> String { "/{\(tenant)}\(path)" }

    private static func form(_ call: HTTPCall) throws(EntraError) -> Parameters {
        do { return try call.formOrMultipart() } catch { throw EntraError(error) }
    }
}
