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
    /// with the port once connections are accepted. A connection on which nothing happens for `idleTime` is closed, so that
    /// half-sent requests cannot use the server up.
    package func application(
        listeningOn address: ListenAddress,
        certificates: ServerCertificates?,
        services: [any Service],
        idleTime: Duration = .seconds(60),
        logger: Logger,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) throws -> some Service {
        let connection = HTTP1Channel.Configuration(idleTimeout: TimeAmount(idleTime))
        let builder: HTTPServerBuilder
        if let certificates {
            builder = try .tls(.http1(configuration: connection), tlsConfiguration: certificates.configuration())
        } else {
            builder = .http1(configuration: connection)
        }
        return Application(
            responder: CallbackResponder { (request: Request, context: ServiceContext) in
                await respond(to: request, peer: context.address)
            },
            server: builder,
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            services: services,
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? address.port) },
            logger: logger
        )
    }

    private func respond(to request: Request, peer: String?) async -> Response {
        let buffer = try? await request.body.collect(upTo: HTTPCall.bodyLimit)
        let answer = await answer(request.head, body: buffer.map { Data($0.readableBytesView) }, address: peer)
        return Response(
            status: answer.status,
            headers: answer.fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        )
    }
}
