import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// For whoever watches over the process: it lives; it can work.
struct HealthRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        [
            Route(LiveEndpoint.self, for: .program, isLimited: false) { _ throws(OAuthError) in
                HTTPAnswer(HealthResponse())
            },
            Route(ReadyEndpoint.self, for: .program, isLimited: false) { _ throws(OAuthError) in
                guard await !server.readiness.isDraining else {
                    throw OAuthError(.temporarilyUnavailable, "The server is about to stop.")
                }
                do throws(StoreError) {
                    try await server.readiness.check()
                } catch {
                    _ = server.core.failure(error)
                    throw OAuthError(.temporarilyUnavailable, "The store does not answer.")
                }
                return HTTPAnswer(HealthResponse())
            },
        ]
    }
}
