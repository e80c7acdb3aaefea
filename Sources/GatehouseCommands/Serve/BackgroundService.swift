import ServiceLifecycle

/// Work beside the server that is broken off when the server stops.
struct BackgroundService: Service {
    let work: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await work()
            // Done early is no reason to stop the server.
            try? await gracefulShutdown()
        }
    }
}
