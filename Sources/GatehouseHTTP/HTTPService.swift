package import Foundation
package import GatehouseServer
package import GatehouseWire
package import HTTPTypes
import Logging

/// The server as a function from request to response, called by a socket or by tests in the same process.
package struct HTTPService: Sendable {
    let server: IdentityServer
    let pages: PageResponder
    private let table: RouteTable
    private let cors = CORSPolicy()
    let proxies: TrustedProxies
    let dates = DateHeaderCache()
    let securityFields: SecurityFields
    private let reportRejection: (@Sendable (RejectedRequest) -> Void)?

    /// Creates the service with all its routes.
    ///
    /// - Parameters:
    ///   - server: The identity server.
    ///   - mailbox: The mailbox of development mode; `nil` adds no pages for it.
    ///   - proxies: The reverse proxies whose `X-Forwarded-For` is trusted.
    ///   - reportRejection: Receives each rejected request; development mode prints it.
    package init(
        server: IdentityServer,
        mailbox: DevelopmentMailbox? = nil,
        behind proxies: TrustedProxies = .none,
        reportRejection: (@Sendable (RejectedRequest) -> Void)? = nil
    ) {
        self.server = server
        self.proxies = proxies
        securityFields = SecurityFields(isSecure: server.core.settings.isSecure)
        self.reportRejection = reportRejection
        let pages = PageResponder(server: server, hasMailbox: mailbox != nil)
        self.pages = pages
        table = RouteTable(Self.routes(server: server, pages: pages, mailbox: mailbox), basePath: pages.basePath)
    }

    /// Returns all routes of the server, each with its dependencies.
    private static func routes(server: IdentityServer, pages: PageResponder, mailbox: DevelopmentMailbox?) -> [Route] {
        [
            MetadataRoutes(server: server).routes,
            TokenRoutes(server: server).routes,
            UserInfoRoutes(server: server).routes,
            AuthorizationRoutes(server: server, pages: pages).routes,
            FlowRoutes(server: server, pages: pages).routes,
            DeviceRoutes(server: server, pages: pages).routes,
            MessageLinkRoutes(server: server, pages: pages).routes,
            EndSessionRoutes(handler: server.endSession, pages: pages).routes,
            AmazonRoutes(server: server, pages: pages).routes.speaking(.amazon),
            EntraRoutes(server: server, pages: pages).routes.speaking(.entra),
            KiiRoutes(server: server).routes.speaking(.kii),
            HealthRoutes(server: server).routes,
            AssetRoutes().routes,
            mailbox.map { MailboxRoutes(mailbox: $0, pages: pages).routes } ?? [],
        ].flatMap(\.self)
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - request: The head of the request.
    ///   - body: The body; `nil` if it was not read because it exceeds ``bodyLimit(of:)`` or because of `rejection`.
    ///   - address: The network address of the connection's peer.
    ///   - rejection: The error to respond with instead of calling the route.
    /// - Returns: The response, with the security fields and a request ID.
    package func answer(
        _ request: HTTPRequest,
        body: Data?,
        address: String?,
        refusing rejection: OAuthError? = nil
    ) async -> ServerResponse {
        let requestID = Self.requestID(request) ?? OpaqueToken.identifier(random: server.core.environment.random)
        let isReadable = Self.isReadable(request)
        let caller = address.map { isReadable ? self.caller(of: request, peer: $0).text : ClientNetwork($0).text }
        let context = RequestMetadata(address: caller, requestID: requestID)
        var response = await RequestMetadata.$current.withValue(context) {
            await route(request, isReadable: isReadable, body: body, rejection, context)
        }
        securityFields.add(to: &response.fields)
        response.fields[.xRequestID] = requestID
        log(request, isReadable ? find(request)?.route : nil, response, context)
        if isReadable { await report(response, to: request, body: body, context: context) }
        if request.method == .head {
            response.fields[.contentLength] = String(response.body.count)
            response.body = Data()
        }
        return response
    }

    /// Calls the route of a request; each request counts against the limit of its address, except health checks.
    private func route(
        _ request: HTTPRequest,
        isReadable: Bool,
        body: Data?,
        _ rejection: OAuthError?,
        _ context: RequestMetadata
    ) async -> ServerResponse {
        let found = isReadable ? find(request) : nil
        let kind = found?.route.kind ?? defaultKind(of: request)
        do throws(OAuthError) {
            let segments = found?.segments ?? [:]
            let call = body.map { ServerRequest(request: request, body: $0, context: context, segments: segments) }
            if found?.route.isLimited ?? true {
                try await server.core.countRequest(context) {
                    guard rejection == nil, let call, let route = found?.route else { return false }
                    return await provesSecret(call, at: route)
                }
            }
            guard isReadable else { throw OAuthError(.invalidRequest, "The request head could not be read.") }
            // The first Host field becomes the authority (RFC 9112 §3.2); a remaining field is a second one.
            guard let host = request.authority, !host.isEmpty, !host.utf8.contains(UInt8(ascii: ",")),
                request.headerFields[.host] == nil
            else {
                throw OAuthError(.invalidRequest, "Exactly one Host header is required.")
            }
            guard let route = found?.route else {
                // Without a response to its preflight, a web page could not read this error.
                if kind == .entra, let requested = request.preflightMethod {
                    return cors.preflight(request, methods: [requested])
                }
                throw OAuthError(.invalidRequest, "Not found.", status: .notFound)
            }
            if request.method == .options, kind != .api, kind != .page {
                return cors.preflight(request, methods: route.methods)
            }
            guard route.methods.contains(request.method == .head ? .get : request.method) else {
                throw OAuthError(
                    .invalidRequest,
                    "Method not allowed.",
                    status: .methodNotAllowed
                )
            }
            if let rejection { throw rejection }
            guard let call else {
                throw OAuthError(
                    .invalidRequest,
                    "The body exceeds \(kind.bodyLimit) bytes.",
                    status: .contentTooLarge
                )
            }
            let response = try await route.handle(call)
            return kind == .browserAPI || kind == .kii ? cors.allow(response) : response
        } catch {
            // Replaces the unreadable head, which must not be compared again.
            let unread = HTTPRequest(method: request.method, scheme: nil, authority: nil, path: nil)
            let request = isReadable ? request : unread
            var response = await errorResponse(error, kind, request, body, context)
            if error.status == .methodNotAllowed, let found {
                response.fields[.allow] = found.route.methods.map(\.rawValue).sorted().joined(separator: ", ")
            }
            return response
        }
    }

    /// Returns whether a request from an address that has used up its limit proves the secret of a confidential client,
    /// which has a limit of its own.
    private func provesSecret(_ call: ServerRequest, at route: Route) async -> Bool {
        guard let form = route.clientForm, route.methods.contains(call.request.method), form.mayHoldSecret(call) else {
            return false
        }
        return await ClientAuthenticator(core: server.core).provesSecret(
            authorization: call.request.headerFields[.authorization],
            rule: form.rule,
            context: call.context
        ) { () throws(OAuthError) in try form.read(call) }
    }

    /// Returns the maximum size of the body of a request with a readable head.
    func bodyLimit(of request: HTTPRequest) -> Int {
        (find(request)?.route.kind ?? defaultKind(of: request)).bodyLimit
    }

    /// Returns whether the target and the fields of a request can be compared and hashed in linear time.
    static func isReadable(_ request: HTTPRequest) -> Bool {
        StreamSafeText.admits(percentEncoded: request.path ?? "") && StreamSafeText.admits(request.authority ?? "")
            && request.headerFields.allSatisfy { StreamSafeText.admits($0.value) }
    }

    /// Returns the network of the caller for rate limits; the head must be readable.
    func caller(of request: HTTPRequest, peer: String) -> ClientNetwork {
        ClientNetwork(proxies.caller(of: request, peer: peer))
    }

    private func find(_ request: HTTPRequest) -> (route: Route, segments: [String: String])? {
        table.find(Self.path(of: request))
    }

    /// Returns the path of the request without its query.
    private static func path(of request: HTTPRequest) -> String {
        let path = request.path ?? "/"
        return path.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(path[..<$0]) } ?? path
    }

    /// Returns the kind of a path without a route: Kii and Entra clients also call endpoints that are not implemented;
    /// all other requests count as browsers'.
    private func defaultKind(of request: HTTPRequest) -> Route.Kind {
        let path = Self.path(of: request).utf8
        if path.starts(with: (pages.basePath + KiiAPI.root + "/").utf8) { return .kii }
        guard path.starts(with: (pages.basePath + "/").utf8) else { return .page }
        let name = path.dropFirst(pages.basePath.utf8.count + 1).prefix { $0 != UInt8(ascii: "/") }
        return String(name).map(server.entra.tenants.contains) == true ? .entra : .page
    }

    private func errorResponse(
        _ error: OAuthError,
        _ kind: Route.Kind,
        _ request: HTTPRequest,
        _ body: Data?,
        _ context: RequestMetadata
    ) async -> ServerResponse {
        switch kind {
        case .api: ServerResponse(error)
        case .browserAPI: cors.allow(ServerResponse(error))
        case .entra: EntraResponder(request, core: server.core).reject(EntraError(error))
        case .kii: cors.allow(ServerResponse(KiiWireError(error)))
        case .page:
            await pages.errorPage(error, call: ServerRequest(request: request, body: body ?? Data(), context: context))
        }
    }

    private func report(
        _ response: ServerResponse,
        to request: HTTPRequest,
        body: Data?,
        context: RequestMetadata
    ) async {
        guard let reportRejection, let rejection = response.rejection else { return }
        let path = Self.path(of: request)
        let found = table.find(path)
        let call = ServerRequest(
            request: request,
            body: body ?? Data(),
            context: context,
            segments: found?.segments ?? [:]
        )
        reportRejection(
            await RejectedRequest(
                rejection,
                call,
                path: found.map { $0.route.path(filling: [EntraRoutes.tenant, KiiAPI.app], from: $0.segments) } ?? path,
                wireProtocol: found?.route.wireProtocol ?? .openID,
                status: response.status.code,
                core: server.core
            )
        )
    }

    /// Returns the caller's request ID if it is safe to log.
    private static func requestID(_ request: HTTPRequest) -> String? {
        guard let id = request.headerFields[.xRequestID], (8...64).contains(id.utf8.count),
            id.utf8.allSatisfy({
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        return id
    }

    /// Logs one line per request, without query, fields, body and path parameters: they contain secrets and addresses.
    private func log(_ request: HTTPRequest, _ route: Route?, _ response: ServerResponse, _ context: RequestMetadata) {
        let level: Logger.Level = response.status.kind == .serverError ? .error : .debug
        server.core.environment.logger.log(
            level: level,
            "request completed",
            metadata: [
                "method": "\(request.method)", "path": "\(route?.path ?? "unknown")",
                "status": "\(response.status.code)", "request": "\(context.requestID)",
            ]
        )
    }
}
