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
    /// The SIGTERM signals, trapped before the server is announced: an untrapped one would end the process.
    let signals: UnixSignalsSequence
    let time: Duration
    let readiness: ReadinessProbe
    let wait: @Sendable (Duration) async throws -> Void
    let logger: Logger

    func run() async throws {
        // The sequence of signals can be iterated only once.
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup { group in
            var iterator = events.makeAsyncIterator()
            group.addTask {
                for await _ in signals.cancelOnGracefulShutdown() { continuation.yield() }
                // The server stops for another reason.
                continuation.finish()
            }
            guard await iterator.next() != nil else { return }
            await readiness.drain()
            logger.info("shutdown started", metadata: ["after": "\(time)"])
            group.addTask {
                try? await wait(time)
                continuation.yield()
            }
            _ = await iterator.next()
            group.cancelAll()
        }
    }
}

/// Reloads the certificate on SIGHUP, for new connections.
///
/// Logs a warning, then and on start, if the certificate expires soon. Without a certificate it still handles the
/// signal, which would end the process otherwise.
struct CertificateReloadService: Service {
    /// The SIGHUP signals, trapped before the server is announced.
    let signals: UnixSignalsSequence
    let certificates: ServerCertificates?
    let now: @Sendable () -> Date
    let logger: Logger
    let serviceManager: ServiceManager?

    func run() async throws {
        warn()
        for await _ in signals.cancelOnGracefulShutdown() {
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
