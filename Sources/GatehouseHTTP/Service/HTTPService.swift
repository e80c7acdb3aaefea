package import Foundation
package import GatehouseServer
package import GatehouseWire
package import HTTPTypes
import Logging

/// The server as one function from request to answer; a socket, or a test in the same process, calls it.
package struct HTTPService: Sendable {
    let server: IdentityServer
    let pages: PageDesk
    private let table: RouteTable
    private let cors = CORSPolicy()
    let proxies: TrustedProxies
    let dates = DateField()
    let securityFields: SecurityFields
    private let reportRefusal: (@Sendable (RefusedRequest) -> Void)?

    /// Puts the routes together; the mailbox is where mail lands in development, and gets pages of its own.
    ///
    /// `reportRefusal` receives each refused request; development mode prints it.
    package init(
        server: IdentityServer,
        mailbox: DevelopmentMailbox? = nil,
        behind proxies: TrustedProxies = .none,
        reportRefusal: (@Sendable (RefusedRequest) -> Void)? = nil
    ) {
        self.server = server
        self.proxies = proxies
        securityFields = SecurityFields(isSecure: server.core.settings.isSecure)
        self.reportRefusal = reportRefusal
        let pages = PageDesk(server: server, hasMailbox: mailbox != nil)
        self.pages = pages
        table = RouteTable(Self.routes(server: server, pages: pages, mailbox: mailbox), basePath: pages.basePath)
    }

    /// Every route there is, each with what it needs: the only place where they are put together.
    private static func routes(server: IdentityServer, pages: PageDesk, mailbox: DevelopmentMailbox?) -> [Route] {
        [
            MetadataRoutes(server: server).routes,
            TokenRoutes(server: server).routes,
            UserInfoRoutes(server: server).routes,
            AuthorizationRoutes(server: server, pages: pages).routes,
            TransactionRoutes(server: server, pages: pages).routes,
            DeviceRoutes(server: server, pages: pages).routes,
            LinkRoutes(server: server, pages: pages).routes,
            EndSessionRoutes(handler: server.endSession, pages: pages).routes,
            AmazonRoutes(server: server, pages: pages).routes,
            EntraRoutes(server: server, pages: pages).routes,
            KiiRoutes(server: server).routes,
            HealthRoutes(server: server).routes,
            AssetRoutes().routes,
            mailbox.map { MailboxRoutes(mailbox: $0, pages: pages).routes } ?? [],
        ].flatMap(\.self)
    }

    /// Answers one request, whatever it is.
    ///
    /// The body is `nil` when it was not read, because it was larger than ``bodyLimit(of:)`` or for the reason in
    /// `refusal`; `address` is the peer of the connection.
    package func answer(
        _ request: HTTPRequest,
        body: Data?,
        address: String?,
        refusing refusal: OAuthError? = nil
    ) async -> HTTPAnswer {
        let requestID = Self.requestID(request) ?? OpaqueToken.identifier(random: server.core.environment.random)
        let isReadable = Self.isReadable(request)
        let caller = address.map { isReadable ? self.caller(of: request, peer: $0).text : CallerAddress($0).text }
        let context = RequestContext(address: caller, requestID: requestID)
        var answer = await RequestContext.$current.withValue(context) {
            await route(request, isReadable: isReadable, body: body, refusal, context)
        }
        securityFields.add(to: &answer.fields)
        answer.fields[.xRequestID] = requestID
        log(request, isReadable ? find(request)?.route : nil, answer, context)
        if isReadable { await report(answer, to: request, body: body, context: context) }
        if request.method == .head {
            answer.fields[.contentLength] = String(answer.body.count)
            answer.body = Data()
        }
        return answer
    }

    /// Every request counts against the caller's limit, including those without a route; health checks do not.
    private func route(
        _ request: HTTPRequest,
        isReadable: Bool,
        body: Data?,
        _ refusal: OAuthError?,
        _ context: RequestContext
    ) async -> HTTPAnswer {
        let found = isReadable ? find(request) : nil
        let audience = found?.route.audience ?? unknown(request)
        do throws(OAuthError) {
            if found?.route.isLimited ?? true { try server.core.countRequest(context) }
            guard isReadable else { throw OAuthError(.invalidRequest, "The head of the request cannot be read.") }
            // HTTP/1.1 takes its one Host field for the authority (RFC 9112 §3.2), so a field that is left is a second one.
            guard let host = request.authority, !host.isEmpty, !host.utf8.contains(UInt8(ascii: ",")),
                request.headerFields[.host] == nil
            else {
                throw OAuthError(.invalidRequest, "The request has to name one host.")
            }
            guard let (route, segments) = found else {
                // Without an answered preflight a web page could not read this error.
                if audience == .entra, let asked = request.preflightMethod {
                    return cors.preflight(request, methods: [asked])
                }
                throw OAuthError(.invalidRequest, "There is nothing at this address.", status: .notFound)
            }
            if request.method == .options, audience != .program, audience != .person {
                return cors.preflight(request, methods: route.methods)
            }
            guard route.methods.contains(request.method == .head ? .get : request.method) else {
                throw OAuthError(
                    .invalidRequest,
                    "The method is not one this address answers.",
                    status: .methodNotAllowed
                )
            }
            if let refusal { throw refusal }
            guard let body else {
                throw OAuthError(
                    .invalidRequest,
                    "The body is larger than \(audience.bodyLimit) bytes.",
                    status: .contentTooLarge
                )
            }
            let call = HTTPCall(request: request, body: body, context: context, segments: segments)
            let answer = try await route.handle(call)
            return audience == .browserProgram || audience == .kii ? cors.allow(answer) : answer
        } catch {
            // An unreadable head must not be compared again.
            let unread = HTTPRequest(method: request.method, scheme: nil, authority: nil, path: nil)
            let request = isReadable ? request : unread
            var answer = await fail(error, audience, request, body, context)
            if error.status == .methodNotAllowed, let found {
                answer.fields[.allow] = found.route.methods.map(\.rawValue).sorted().joined(separator: ", ")
            }
            return answer
        }
    }

    /// Returns the most bytes that the body of a request with a readable head may have.
    func bodyLimit(of request: HTTPRequest) -> Int {
        (find(request)?.route.audience ?? unknown(request)).bodyLimit
    }

    /// Returns whether the target and the fields of a request can be compared and hashed in linear time.
    static func isReadable(_ request: HTTPRequest) -> Bool {
        StreamSafeText.admits(percentEncoded: request.path ?? "") && StreamSafeText.admits(request.authority ?? "")
            && request.headerFields.allSatisfy { StreamSafeText.admits($0.value) }
    }

    /// Returns the caller of a request with a readable head, as limits count it.
    func caller(of request: HTTPRequest, peer: String) -> CallerAddress {
        CallerAddress(proxies.caller(of: request, peer: peer))
    }

    private func find(_ request: HTTPRequest) -> (route: Route, segments: [String: String])? {
        table.find(Self.path(of: request))
    }

    /// What is asked for, without its query.
    private static func path(of request: HTTPRequest) -> String {
        let path = request.path ?? "/"
        return path.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(path[..<$0]) } ?? path
    }

    /// Returns the audience of a path without a route: clients of Kii and Entra call endpoints that are not
    /// implemented; all other requests are taken for browsers.
    private func unknown(_ request: HTTPRequest) -> Route.Audience {
        let path = Self.path(of: request).utf8
        if path.starts(with: (pages.basePath + KiiAPI.root + "/").utf8) { return .kii }
        guard path.starts(with: (pages.basePath + "/").utf8) else { return .person }
        let name = path.dropFirst(pages.basePath.utf8.count + 1).prefix { $0 != UInt8(ascii: "/") }
        return String(name).map(server.entra.tenants.contains) == true ? .entra : .person
    }

    private func fail(
        _ error: OAuthError,
        _ audience: Route.Audience,
        _ request: HTTPRequest,
        _ body: Data?,
        _ context: RequestContext
    ) async -> HTTPAnswer {
        switch audience {
        case .program: HTTPAnswer(error)
        case .browserProgram: cors.allow(HTTPAnswer(error))
        case .entra: EntraExchange(request, core: server.core).refuse(EntraError(error))
        case .kii: cors.allow(HTTPAnswer(KiiError(error)))
        case .person:
            await pages.errorPage(error, call: HTTPCall(request: request, body: body ?? Data(), context: context))
        }
    }

    private func report(
        _ answer: HTTPAnswer,
        to request: HTTPRequest,
        body: Data?,
        context: RequestContext
    ) async {
        guard let reportRefusal, let refusal = answer.refusal else { return }
        let path = Self.path(of: request)
        let found = table.find(path)
        let call = HTTPCall(request: request, body: body ?? Data(), context: context, segments: found?.segments ?? [:])
        reportRefusal(
            await RefusedRequest(
                refusal,
                call,
                path: found?.route.path ?? path,
                status: answer.status.code,
                core: server.core
            )
        )
    }

    /// The caller's own request id, when it is one that can stand in a log.
    private static func requestID(_ request: HTTPRequest) -> String? {
        guard let id = request.headerFields[.xRequestID], (8...64).contains(id.utf8.count),
            id.utf8.allSatisfy({
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        return id
    }

    /// One line a request: never the query, a field, the body or what stands in the path for a name, which hold secrets and addresses.
    private func log(_ request: HTTPRequest, _ route: Route?, _ answer: HTTPAnswer, _ context: RequestContext) {
        let level: Logger.Level = answer.status.kind == .serverError ? .error : .debug
        server.core.environment.logger.log(
            level: level,
            "Answered",
            metadata: [
                "method": "\(request.method)", "path": "\(route?.path ?? "unknown")",
                "status": "\(answer.status.code)", "request": "\(context.requestID)",
            ]
        )
    }
}
