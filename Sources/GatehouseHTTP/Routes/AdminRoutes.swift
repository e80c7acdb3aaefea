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
    let address: ListenAddress

    /// Errors are JSON, not pages.
    static let fallback = Route.Fallback(kind: .api) { _ in true }

    /// The routes, at the root whatever the issuer's path is.
    var routes: [Route] {
        HealthRoutes(server: server, informsAllCallers: true).routes + [
            Route([.get], Self.metricsPath, for: .api, isAtRoot: true, isLimited: false) { call throws(OAuthError) in
                guard address.isNamed(by: call.request.authority) else {
                    let reason = "The Host header must be an IP address, localhost or the configured host."
                    throw OAuthError(.invalidRequest, reason, status: .misdirectedRequest)
                }
                let format = MetricsFormat(accept: call.request.headerFields[.accept])
                return ServerResponse(
                    fields: [.contentType: format.contentType, .cacheControl: "no-store"],
                    body: Data(registry.text(format).utf8)
                )
            }
        ]
    }
}

extension ListenAddress {
    /// Returns whether a `Host` field names this server: by an IP address, as `localhost` or as configured.
    ///
    /// A page on the Internet can give a name of its own this address, and a browser that reaches it would let the page
    /// read the metrics (DNS rebinding).
    fileprivate func isNamed(by authority: String?) -> Bool {
        guard let authority = authority?.lowercased() else { return false }
        let name =
            if authority.hasPrefix("[") {
                authority.dropFirst().prefix { $0 != "]" }
            } else {
                authority.prefix { $0 != ":" }
            }
        return name == "localhost" || name == host.lowercased() || IPAddress(name) != nil
    }
}
