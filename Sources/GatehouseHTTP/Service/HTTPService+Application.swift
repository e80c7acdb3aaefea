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
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - certificates: For https; without them it is plain http.
    ///   - services: What runs beside the server and stops with it.
    ///   - onReady: Called once connections are accepted, with the port.
    package func application(
        listeningOn address: ListenAddress,
        certificates: ServerCertificates?,
        services: [any Service],
        logger: Logger,
        onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) throws -> some Service {
        let builder: HTTPServerBuilder
        if let certificates {
            builder = try .tls(.http1(), tlsConfiguration: certificates.configuration())
        } else {
            builder = .http1()
        }
        return Application(
            responder: CallbackResponder { (request: Request, context: ServiceContext) in
                await respond(to: request, address: context.address)
            },
            server: builder,
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            services: services,
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? address.port) },
            logger: logger
        )
    }

    private func respond(to request: Request, address: String?) async -> Response {
        let buffer = try? await request.body.collect(upTo: HTTPCall.bodyLimit)
        let answer = await answer(request.head, body: buffer.map { Data($0.readableBytesView) }, address: address)
        return Response(
            status: answer.status,
            headers: answer.fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        )
    }
}
