package import Foundation
import GatehouseServer
import GatehouseWire
package import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
package import ServiceLifecycle

/// Serves requests on a socket.
package struct HTTPListener: Sendable {
    /// Handles requests instead of the service.
    ///
    /// The body is `nil` if it is too large. Returning `nil` closes the connection.
    package typealias RequestHandler = @Sendable (HTTPRequest, Data?) async -> ServerResponse?

    private let service: HTTPService
    private let address: ListenAddress
    private let certificates: ServerCertificates?
    private let limits: ConnectionLimits
    private let logger: Logger
    private let requestHandler: RequestHandler?
    private let dates = DateHeaderCache()

    /// Creates the listener of a service.
    ///
    /// - Parameters:
    ///   - service: The service that responds to the requests.
    ///   - address: The host and port to listen on.
    ///   - certificates: The certificates for TLS; `nil` serves plain HTTP.
    ///   - limits: The limits that protect the server from idle, slow and endless connections.
    ///   - logger: The logger of the server and its service group.
    ///   - requestHandler: Handles requests instead of the service, for tests.
    package init(
        _ service: HTTPService,
        on address: ListenAddress,
        certificates: ServerCertificates? = nil,
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger,
        answering requestHandler: RequestHandler? = nil
    ) {
        self.service = service
        self.address = address
        self.certificates = certificates
        self.limits = limits
        self.logger = logger
        self.requestHandler = requestHandler
    }

    /// Returns a service group that serves requests until a signal ends it gracefully.
    ///
    /// - Parameters:
    ///   - services: Further services, which run beside the server and stop with it.
    ///   - onReady: Called with the port once connections are accepted.
    /// - Returns: The group, ready to run.
    /// - Throws: An error if TLS cannot be configured.
    package func serviceGroup(
        with services: [any Service] = [],
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) throws -> ServiceGroup {
        let server = try socket(onReady: onReady)
        return ServiceGroup(configuration: ServiceGroupConfiguration(services: services + [server], logger: logger))
    }

    /// Returns the service that accepts connections, and finishes their requests when it stops.
    ///
    /// - Parameter onReady: Called with the port once connections are accepted.
    /// - Returns: The service.
    /// - Throws: An error if TLS cannot be configured.
    package func socket(onReady: @escaping @Sendable (_ port: Int) async -> Void) throws -> any Service {
        let counter = ConnectionCounter(perAddress: limits.perAddress, total: limits.total)
        let transferTime = TimeAmount(limits.transferTime)
        let makeLimitHandler = { @Sendable [service, limits] in
            ConnectionLimitHandler(
                counter: counter,
                proxies: service.proxies,
                securityFields: service.securityFields,
                limits: limits
            )
        }
        var connection = HTTP1Channel.Configuration(idleTimeout: TimeAmount(limits.idleTime))
        connection.httpDecoder = .init(
            maxHeaderFieldSize: ConnectionLimits.fieldSize,
            maxHeaderListSize: ConnectionLimits.headSize,
            maxHeaderFieldCount: ConnectionLimits.fieldCount
        )
        let intake = ConnectionIntake()
        let tls = certificates?.configuration()
        let builder = HTTPServerBuilder { [connection] responder in
            let channel = HTTP1Channel(responder: responder, configuration: connection)
            guard let tls else { return EventLoopChannel(base: channel, makeLimitHandler: makeLimitHandler) }
            return EventLoopChannel(
                base: try TLSChannel(channel, tlsConfiguration: tls),
                makeLimitHandler: makeLimitHandler
            )
        }
        let server = try builder.buildServer(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.total, logger: logger)
            ),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger,
            responder: { request, writer, channel in
                try await respond(to: request, with: writer, on: channel, within: transferTime, countingIn: counter)
            },
            onServerRunning: { channel in
                intake.listen(on: channel)
                await onReady(channel.localAddress?.port ?? address.port)
            }
        )
        // The last service stops first.
        return ServiceGroup(configuration: ServiceGroupConfiguration(services: [server, intake], logger: logger))
    }

    /// Responds to a request whose body arrives in time; otherwise closes the connection.
    @concurrent private func respond(
        to request: Request,
        with writer: consuming ResponseWriter,
        on channel: any Channel,
        within time: TimeAmount,
        countingIn counter: ConnectionCounter
    ) async throws {
        let received = service.head(request.head)
        let isReadable = received.isReadable
        let limit = isReadable ? received.kind.bodyLimit : 0
        let share = ConnectionLimits.share(ofBody: Self.bodySize(of: request, upTo: limit))
        let caller =
            share == 0 ? nil : channel.remoteAddress?.ipAddress.map { service.caller(of: request.head, peer: $0) }
        let isAdmitted = caller.map { counter.reserve(share, for: $0) } ?? true
        defer { if let caller, isAdmitted { counter.release(share, of: caller) } }
        let body = isAdmitted ? try await Self.body(of: request, upTo: limit, on: channel, within: time) : nil
        let response: ServerResponse
        // Does not process requests of closed connections: their address is no longer counted.
        if let peer = channel.remoteAddress?.ipAddress {
            if let requestHandler {
                guard let handled = await requestHandler(request.head, body) else {
                    channel.close(promise: nil)
                    throw ChannelError.inputClosed
                }
                response = handled
            } else {
                let rejection = isAdmitted ? nil : OAuthError.busy
                response = await service.answer(received, body: body, address: peer, refusing: rejection)
            }
        } else {
            response = ServerResponse(status: .badRequest)
        }
        var head = HTTPResponse(status: response.status, headerFields: response.fields)
        head.headerFields[.date] = dates.text(at: service.server.environment.now)
        if !head.headerFields.contains(.contentLength) {
            head.headerFields[.contentLength] = String(response.body.count)
        }
        var content = ResponseBody(byteBuffer: ByteBuffer(bytes: response.body))
        if body == nil || !isReadable {
            head.headerFields[.connection] = "close"
            content = Self.closingBody(content, on: channel, within: time)
        }
        do {
            try await writer.write(response: head, body: content)
        } catch is HTTPParserError {
            // The next request is not HTTP. It is answered separately; this response has been sent.
            throw ChannelError.inputClosed
        }
        // Closes the connection: the library would compare the unreadable fields in quadratic time.
        guard isReadable else { throw ChannelError.inputClosed }
    }

    /// Returns the largest possible size of the request's body in bytes; zero if the body is not read.
    private static func bodySize(of request: Request, upTo limit: Int) -> Int {
        guard let field = request.headers[.contentLength] else {
            return request.headers.contains(.transferEncoding) ? limit : 0
        }
        return Int(field).flatMap { $0 > limit ? nil : $0 } ?? 0
    }

    /// Returns the body; `nil` if it exceeds the limit.
    private static func body(
        of request: Request,
        upTo limit: Int,
        on channel: any Channel,
        within time: TimeAmount
    ) async throws -> Data? {
        guard request.headers.contains(.contentLength) || request.headers.contains(.transferEncoding) else {
            return Data()
        }
        if let size = request.headers[.contentLength].flatMap({ Int($0) }), size > limit { return nil }
        let deadline = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        defer { deadline.cancel() }
        do {
            return Data(try await request.body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            return nil
        }
    }

    /// Returns a body that closes the connection after it is sent; the client has `time` to read it, and further input
    /// is discarded.
    private static func closingBody(
        _ body: ResponseBody,
        on channel: any Channel,
        within time: TimeAmount
    ) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { writer in
            channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
            try await body.write(writer)
            channel.close(mode: .output, promise: nil)
        }
    }
}
