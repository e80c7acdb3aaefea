import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import ServiceLifecycle

extension HTTPService {
    /// Serves on a socket until a signal ends it: what is under way is finished, nothing new is taken.
    ///
    /// Without certificates it is plain http. The services run beside the server and stop with it; `onReady` is called
    /// with the port once connections are accepted. The limits keep those who say nothing, or say it without end, from using
    /// the server up.
    package func application(
        listeningOn address: ListenAddress,
        certificates: ServerCertificates?,
        services: [any Service],
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) throws -> some Service {
        let counts = ConnectionCounts(limit: limits.perAddress)
        let transferTime = TimeAmount(limits.transferTime)
        var connection = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(counts: counts, proxies: proxies, transferTime: transferTime)
            ],
            idleTimeout: TimeAmount(limits.idleTime)
        )
        connection.httpDecoder = .init(
            maxHeaderFieldSize: ConnectionLimits.fieldSize,
            maxHeaderListSize: ConnectionLimits.headSize,
            maxHeaderFieldCount: ConnectionLimits.fieldCount
        )
        let builder: HTTPServerBuilder
        if let certificates {
            builder = try .tls(.http1(configuration: connection), tlsConfiguration: certificates.configuration())
        } else {
            builder = .http1(configuration: connection)
        }
        return Application(
            responder: CallbackResponder { (request: Request, context: ServiceContext) in
                try await respond(to: request, on: context.channel, within: transferTime)
            },
            server: builder,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.total, logger: logger)
            ),
            services: services,
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? address.port) },
            logger: logger
        )
    }

    /// Answers a request whose body comes in time; otherwise the connection is closed.
    private func respond(
        to request: Request,
        on channel: any Channel,
        within time: TimeAmount
    ) async throws -> Response {
        let deadline = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        let body: Data?
        do {
            defer { deadline.cancel() }
            body = Data(try await request.body.collect(upTo: bodyLimit(of: request.head)).readableBytesView)
        } catch is NIOTooManyBytesError {
            body = nil
        }
        // Whoever has hung up already is not counted by address any more, so what they asked for is not done either.
        guard let peer = channel.remoteAddress?.ipAddress else { return Response(status: .badRequest) }
        let answer = await answer(request.head, body: body, address: peer)
        var response = Response(
            status: answer.status,
            headers: answer.fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        )
        if body == nil {
            response.headers[.connection] = "close"
            response.body = Self.last(response.body, on: channel, within: time)
        }
        return response
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
