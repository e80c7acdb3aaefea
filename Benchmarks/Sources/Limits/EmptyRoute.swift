import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// An empty route on a server with Gatehouse's limits of time, size and connections.
enum EmptyRoute {
    static func serve(port: Int) async throws {
        var connection = HTTP1Channel.Configuration(idleTimeout: .seconds(60))
        connection.httpDecoder = .init(
            maxHeaderFieldSize: 16 * 1024,
            maxHeaderListSize: 32 * 1024,
            maxHeaderFieldCount: 100
        )
        let router = Router()
        router.get("/") { _, _ in HTTPResponse.Status.ok }
        var logger = Logger(label: "limits")
        logger.logLevel = .warning
        let application = Application(
            router: router,
            server: .http1(configuration: connection),
            configuration: ApplicationConfiguration(
                address: .hostname("localhost", port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(8_192, logger: logger)
            ),
            logger: logger
        )
        try await application.runService()
    }
}
