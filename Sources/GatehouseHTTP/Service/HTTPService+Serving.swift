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

extension HTTPService {
    /// Answers in the service's place, or not at all; a body that is too large to be read is `nil`.
    package typealias Answering = @Sendable (HTTPRequest, Data?) async -> HTTPAnswer?

    /// Serves on a socket until a signal ends it: what is under way is finished, nothing new is taken.
    ///
    /// Without certificates it is plain http. The services run beside the server and stop with it; `onReady` is called
    /// with the port once connections are accepted. The limits keep those who say nothing, or say it without end, from using
    /// the server up. A test may answer in the service's place; without an answer the connection is closed.
    package func serving(
        on address: ListenAddress,
        certificates: ServerCertificates?,
        services: [any Service],
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger,
        answering standIn: Answering? = nil,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) throws -> ServiceGroup {
        let counts = ConnectionCounts(perAddress: limits.perAddress, total: limits.total)
        let transferTime = TimeAmount(limits.transferTime)
        let makeGuard = { @Sendable in
            ConnectionGuard(counts: counts, proxies: proxies, securityFields: securityFields, limits: limits)
        }
        var connection = HTTP1Channel.Configuration(idleTimeout: TimeAmount(limits.idleTime))
        connection.httpDecoder = .init(
            maxHeaderFieldSize: ConnectionLimits.fieldSize,
            maxHeaderListSize: ConnectionLimits.headSize,
            maxHeaderFieldCount: ConnectionLimits.fieldCount
        )
        let tls = certificates?.configuration()
        let builder = HTTPServerBuilder { [connection] responder in
            let channel = HTTP1Channel(responder: responder, configuration: connection)
            guard let tls else { return EventLoopChannel(base: channel, makeGuard: makeGuard) }
            return EventLoopChannel(base: try TLSChannel(channel, tlsConfiguration: tls), makeGuard: makeGuard)
        }
        let server = try builder.buildServer(
            configuration: ServerConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.total, logger: logger)
            ),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            logger: logger,
            responder: { request, writer, channel in
                try await respond(to: request, with: writer, on: channel, within: transferTime, counts, or: standIn)
            },
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? address.port) }
        )
        return ServiceGroup(configuration: ServiceGroupConfiguration(services: services + [server], logger: logger))
    }

    /// Answers a request whose body comes in time; otherwise the connection is closed.
    @concurrent private func respond(
        to request: Request,
        with writer: consuming ResponseWriter,
        on channel: any Channel,
        within time: TimeAmount,
        _ counts: ConnectionCounts,
        or standIn: Answering?
    ) async throws {
        let isReadable = Self.isReadable(request.head)
        let limit = isReadable ? bodyLimit(of: request.head) : 0
        let share = ConnectionLimits.share(ofBody: Self.bodySize(of: request, upTo: limit))
        let caller = share == 0 ? nil : channel.remoteAddress?.ipAddress.map { self.caller(of: request.head, peer: $0) }
        let hasRoom = caller.map { counts.reserve(share, for: $0) } ?? true
        defer { if let caller, hasRoom { counts.release(share, of: caller) } }
        let body = hasRoom ? try await Self.body(of: request, upTo: limit, on: channel, within: time) : nil
        let answer: HTTPAnswer
        // Whoever has hung up already is not counted by address any more, so what they asked for is not done either.
        if let peer = channel.remoteAddress?.ipAddress {
            if let standIn {
                guard let given = await standIn(request.head, body) else {
                    channel.close(promise: nil)
                    throw ChannelError.inputClosed
                }
                answer = given
            } else {
                let refusal = hasRoom ? nil : OAuthError.busy
                answer = await self.answer(request.head, body: body, address: peer, refusing: refusal)
            }
        } else {
            answer = HTTPAnswer(status: .badRequest)
        }
        var head = HTTPResponse(status: answer.status, headerFields: answer.fields)
        head.headerFields[.date] = dates.text(at: server.core.environment.now())
        if !head.headerFields.contains(.contentLength) { head.headerFields[.contentLength] = String(answer.body.count) }
        var content = ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        if body == nil || !isReadable {
            head.headerFields[.connection] = "close"
            content = Self.last(content, on: channel, within: time)
        }
        do {
            try await writer.write(response: head, body: content)
        } catch is HTTPParserError {
            // The next request is not HTTP: that is answered when its turn comes, and this one has been.
            throw ChannelError.inputClosed
        }
        // The connection ends here: the library would compare fields that take quadratic time.
        guard isReadable else { throw ChannelError.inputClosed }
    }

    /// Returns the most bytes that the body of a request takes; zero if it is not read.
    private static func bodySize(of request: Request, upTo limit: Int) -> Int {
        guard let field = request.headers[.contentLength] else {
            return request.headers.contains(.transferEncoding) ? limit : 0
        }
        return Int(field).flatMap { $0 > limit ? nil : $0 } ?? 0
    }

    /// What was sent along; `nil` when that is more than is read.
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

    /// A body after which nothing more is said: its reader has a while to take it before the connection is closed, and what still
    /// comes in meanwhile is thrown away.
    private static func last(_ body: ResponseBody, on channel: any Channel, within time: TimeAmount) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { writer in
            channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
            try await body.write(writer)
            channel.close(mode: .output, promise: nil)
        }
    }
}
