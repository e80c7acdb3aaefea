import Foundation
import GatehouseMetrics
import GatehousePasswords
import GatehouseServer

extension ServerInstruments {
    /// Exposes what is read when the metrics are exposed.
    ///
    /// - Parameters:
    ///   - server: The running server.
    ///   - start: The start of the process.
    func expose(_ server: IdentityServer, startedAt start: Date) {
        server.hasher.expose(in: registry)
        if let clock = server.clock { registry.observe(.clockOffset) { clock.deviation } }
        ProcessMetrics.expose(in: registry, startedAt: start.timeIntervalSince1970)
    }
}
