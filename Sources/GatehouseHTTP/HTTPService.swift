package import Foundation
package import GatehouseMetrics
package import GatehouseServer
import GatehouseStore
import GatehouseWire
package import HTTPTypes
import Logging

/// The server as a function from request to response, called by a socket or by tests in the same process.
package struct HTTPService: Sendable {
    let server: IdentityServer
    let pages: PageResponder
    private let table: RouteTable
    private let cors = CORSPolicy()
    let proxies: TrustedProxies
    let securityFields: SecurityFields
    private let metrics: RequestMetrics?
    private let unknownRoute: RouteMetrics?
    private let reportRejection: (@Sendable (RejectedRequest) -> Void)?

    /// Creates the service with all its routes.
    ///
    /// - Parameters:
    ///   - server: The identity server.
    ///   - mailbox: The mailbox of development mode; `nil` adds no pages for it.
    ///   - proxies: The reverse proxies whose `X-Forwarded-For` is trusted.
    ///   - metrics: The metrics of its requests; `nil` measures none.
    ///   - reportRejection: Receives each rejected request; development mode prints it.
    package init(
        server: IdentityServer,
        mailbox: DevelopmentMailbox? = nil,
        behind proxies: TrustedProxies = .none,
        metrics: RequestMetrics? = nil,
        reportRejection: (@Sendable (RejectedRequest) -> Void)? = nil
    ) {
        let pages = PageResponder(server: server, mailboxPath: mailbox.map { _ in MailboxRoutes.path })
        let list = RouteList(server: server, pages: pages, mailbox: mailbox)
        let table = RouteTable(
            list.routes.measured(by: metrics),
            fallbacks: list.fallbacks,
            basePath: pages.basePath
        )
        self.init(server, table, pages, behind: proxies, metrics: metrics, reportRejection: reportRejection)
    }

    /// Creates the service of the admin address, which has no proxies and no pages but those of errors.
    ///
    /// - Parameters:
    ///   - server: The identity server.
    ///   - address: The admin address, which requests must name.
    ///   - registry: The registry that exposes the metrics.
    ///   - metrics: The metrics of its requests.
    package init(
        administering server: IdentityServer,
        at address: ListenAddress,
        exposing registry: MetricsRegistry,
        metrics: RequestMetrics
    ) {
        let routes = AdminRoutes(server: server, registry: registry, address: address).routes.measured(by: metrics)
        let pages = PageResponder(server: server, mailboxPath: nil)
        let table = RouteTable(routes, fallbacks: [AdminRoutes.fallback], basePath: "")
        self.init(server, table, pages, behind: .none, metrics: metrics, reportRejection: nil)
    }

    private init(
        _ server: IdentityServer,
        _ table: RouteTable,
        _ pages: PageResponder,
        behind proxies: TrustedProxies,
        metrics: RequestMetrics?,
        reportRejection: (@Sendable (RejectedRequest) -> Void)?
    ) {
        self.server = server
        self.table = table
        self.pages = pages
        self.proxies = proxies
        self.metrics = metrics
        unknownRoute = metrics?.route("unknown")
        securityFields = SecurityFields(isSecure: server.settings.isSecure)
        self.reportRejection = reportRejection
    }

    /// Returns the head of a request with the route of its path.
    func head(_ request: HTTPRequest) -> ReceivedHead {
        let isReadable = Self.isReadable(request)
        let path = Self.path(of: request)
        let match = isReadable ? table.find(path) : nil
        return ReceivedHead(
            request: request,
            isReadable: isReadable,
            path: path,
            match: match,
            kind: match?.route.kind ?? table.kind(ofUnknown: path)
        )
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - request: The head of the request.
    ///   - body: The body; `nil` if it exceeds the limit of the route.
    ///   - address: The network address of the connection's peer.
    /// - Returns: The response, with the security fields and a request ID.
    package func answer(_ request: HTTPRequest, body: Data?, address: String?) async -> ServerResponse {
        await answer(head(request), body: body, address: address)
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - head: The head of the request.
    ///   - body: The body; `nil` if it was not read because it exceeds the limit of its kind or because of `rejection`.
    ///   - address: The network address of the connection's peer.
    ///   - rejection: The error to respond with instead of calling the route.
    /// - Returns: The response, with the security fields and a request ID.
    func answer(
        _ head: ReceivedHead,
        body: Data?,
        address: String?,
        refusing rejection: OAuthError? = nil
    ) async -> ServerResponse {
        let start = server.environment.uptime()
        let (request, isReadable) = (head.request, head.isReadable)
        let trace = isReadable ? request.headerFields[.traceparent].flatMap(TraceContext.init) : nil
        let requestID = Self.requestID(request) ?? OpaqueToken.identifier(random: server.environment.random)
        let caller = address.map { isReadable ? self.caller(of: request, peer: $0).text : ClientNetwork($0).text }
        let received = ReceivedRequest(
            head: request,
            isReadable: isReadable,
            body: body,
            context: RequestMetadata(
                address: caller,
                requestID: requestID,
                userAgent: isReadable ? Self.userAgent(request) : nil,
                path: isReadable ? head.path : nil
            ),
            match: head.match,
            kind: head.kind
        )
        var response = await RequestMetadata.$current.withValue(received.context) {
            await TraceContext.with(trace) { await route(received, refusing: rejection) }
        }
        securityFields.add(to: &response.fields)
        response.fields[.xRequestID] = requestID
        let duration = server.environment.uptime() - start
        let measured = head.match.map { $0.route.metrics } ?? unknownRoute
        measured?.record(method: request.method.rawValue, status: response.status.code, duration: duration)
        log(received, response, after: duration, in: trace)
        if isReadable { await report(response, to: received) }
        if request.method == .head {
            response.fields[.contentLength] = String(response.body.count)
            response.body = Data()
        }
        return response
    }

    /// Calls the route of a request; each request counts against the limit of its address, except health checks.
    private func route(_ received: ReceivedRequest, refusing rejection: OAuthError?) async -> ServerResponse {
        let (request, kind) = (received.head, received.kind)
        do throws(OAuthError) {
            let call = received.call
            if received.match?.route.isLimited ?? true {
                try await server.requests.countRequest(received.context) {
                    guard rejection == nil, let call, let route = received.match?.route else { return false }
                    return await provesSecret(call, at: route)
                }
            }
            try received.validateHead()
            guard let route = received.match?.route else {
                // Without a response to its preflight, a web page could not read this error.
                if kind.origins == .chosenByHandler, let requested = request.preflightMethod {
                    return cors.preflight(request, methods: [requested])
                }
                throw OAuthError(.invalidRequest, "Not found.", status: .notFound)
            }
            if request.method == .options, kind.origins != .none {
                return cors.preflight(request, methods: route.methods)
            }
            guard route.methods.contains(request.method == .head ? .get : request.method) else {
                throw OAuthError(.invalidRequest, "Method not allowed.", status: .methodNotAllowed)
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
            return kind.origins == .all ? cors.allow(response) : response
        } catch {
            var response = await errorResponse(error, to: received)
            if error.status == .methodNotAllowed, let route = received.match?.route {
                response.fields[.allow] = route.methods.map(\.rawValue).sorted().joined(separator: ", ")
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
        return await server.clients.provesSecret(
            authorization: call.request.headerFields[.authorization],
            rule: form.rule,
            context: call.context
        ) { () throws(OAuthError) in try form.read(call) }
    }

    /// Returns whether the target and the fields of a request can be compared and hashed in linear time.
    private static func isReadable(_ request: HTTPRequest) -> Bool {
        StreamSafeText.admits(percentEncoded: request.path ?? "") && StreamSafeText.admits(request.authority ?? "")
            && request.headerFields.allSatisfy { StreamSafeText.admits($0.value) }
    }

    /// Returns the network of the caller for rate limits; the head must be readable.
    func caller(of request: HTTPRequest, peer: String) -> ClientNetwork {
        ClientNetwork(proxies.caller(of: request, peer: peer))
    }

    /// Returns the path of the request without its query.
    private static func path(of request: HTTPRequest) -> String {
        let path = request.path ?? "/"
        return path.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(path[..<$0]) } ?? path
    }

    private func errorResponse(_ error: OAuthError, to received: ReceivedRequest) async -> ServerResponse {
        let request = received.readableHead
        guard let response = received.kind.errorResponse?(error, request) else {
            return await pages.errorPage(
                error,
                call: ServerRequest(request: request, body: received.body ?? Data(), context: received.context)
            )
        }
        return received.kind.origins == .all ? cors.allow(response) : response
    }

    private func report(_ response: ServerResponse, to received: ReceivedRequest) async {
        guard let reportRejection, let rejection = response.rejection else { return }
        let match = received.match
        let call = ServerRequest(
            request: received.head,
            body: received.body ?? Data(),
            context: received.context,
            segments: match?.segments ?? [:]
        )
        reportRejection(
            await RejectedRequest(
                rejection,
                call,
                path: match.map { $0.route.path(with: $0.segments) } ?? Self.path(of: received.head),
                route: match?.route,
                status: response.status.code,
                records: server.records
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

    /// Returns the start of the `User-Agent` field as one line.
    private static func userAgent(_ request: HTTPRequest) -> String? {
        guard let text = request.headerFields[.userAgent], !text.isEmpty else { return nil }
        return SingleLineText.flatten(String(text.unicodeScalars.prefix(256)))
    }

    /// Logs one line per request, without query, fields, body and path parameters: they contain secrets and addresses.
    ///
    /// Status 503 is no error: a client causes it by keys or metadata that cannot be fetched. A failure of the store is
    /// logged as an error of its own.
    private func log(
        _ received: ReceivedRequest,
        _ response: ServerResponse,
        after duration: Duration,
        in trace: TraceContext?
    ) {
        let environment = server.environment
        let route = received.match?.route
        let level: Logger.Level =
            switch response.status {
            case .serviceUnavailable: .warning
            case let status where status.kind == .serverError: .error
            default: route?.isLimited == false ? .debug : .info
            }
        guard level >= environment.logger.logLevel else { return }
        let microseconds = (duration / .microseconds(1)).rounded()
        var metadata: Logger.Metadata = [
            "method": .string(received.head.method.rawValue), "route": .string(route?.path ?? "unknown"),
            "status": .stringConvertible(response.status.code), "ms": .stringConvertible(microseconds / 1_000),
            "request": .string(received.context.requestID),
        ]
        metadata["client"] = received.context.clientID.map { .string($0.rawValue) }
        metadata["trace"] = trace.map { .string($0.traceID) }
        environment.logger.log(level: level, "request completed", metadata: metadata)
    }
}
