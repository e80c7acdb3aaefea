import Foundation
import GatehouseHTTP
import GatehouseServer
import Logging
import ServiceLifecycle
import UnixSignals

/// Reports “not ready” for a while after SIGTERM, while the server still serves requests, and then stops the server.
///
/// A second signal ends the wait.
struct ShutdownDrain: Service {
    let time: Duration
    let readiness: ReadinessProbe
    let wait: @Sendable (Duration) async throws -> Void
    let logger: Logger

    func run() async throws {
        guard await nextTermination() else { return }
        await readiness.drain()
        logger.info("shutdown started", metadata: ["after": "\(time)"])
        await withTaskGroup { group in
            group.addTask { try? await wait(time) }
            group.addTask { _ = await nextTermination() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits for a signal; returns `false` if the server stops for another reason.
    private func nextTermination() async -> Bool {
        for await _ in await UnixSignalsSequence(trapping: .sigterm).cancelOnGracefulShutdown() { return true }
        return false
    }
}

/// Reloads the certificate on SIGHUP, for new connections.
///
/// Logs a warning, then and on start, if the certificate expires soon. Without a certificate it still handles the
/// signal, which would end the process otherwise.
struct CertificateReloadService: Service {
    let certificates: ServerCertificates?
    let now: @Sendable () -> Date
    let logger: Logger
    let serviceManager: ServiceManager?

    func run() async throws {
        warn()
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            serviceManager?.notify(.reloading)
            defer { serviceManager?.notify(.ready) }
            guard let certificates else {
                logger.info("certificate reload skipped")
                continue
            }
            do {
                try certificates.reload()
                logger.info("certificate reloaded")
            } catch {
                logger.error("certificate reload failed", metadata: ["reason": "\(error)"])
            }
            warn()
        }
    }

    private func warn() {
        if let warning = certificates?.expiry.warning(at: now()) { logger.warning("\(warning)") }
    }
}
