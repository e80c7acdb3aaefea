import Foundation
import GatehouseMetrics
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The routes of the admin address: health and metrics.
struct AdminRoutes: Sendable {
    static let metricsPath = "/metrics"

    let server: IdentityServer
    let registry: MetricsRegistry

    /// Errors are JSON, not pages.
    static let fallback = Route.Fallback(kind: .api) { _ in true }

    /// The routes, at the root whatever the issuer's path is.
    var routes: [Route] {
        HealthRoutes(server: server, informsAllCallers: true).routes + [
            Route([.get], Self.metricsPath, for: .api, isAtRoot: true, isLimited: false) { call throws(OAuthError) in
                let format = MetricsFormat(accept: call.request.headerFields[.accept])
                return ServerResponse(
                    fields: [.contentType: format.contentType, .cacheControl: "no-store"],
                    body: Data(registry.text(format).utf8)
                )
            }
        ]
    }
}
