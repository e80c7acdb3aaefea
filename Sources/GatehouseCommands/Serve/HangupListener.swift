import Foundation
import GatehouseHTTP
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate again at each SIGHUP; new connections get the new one.
///
/// It says in the log, then and at the start, when the certificate ends soon. It listens without a certificate too: a signal that nobody
/// takes ends the process.
struct HangupListener: Service {
    let certificates: ServerCertificates?
    let now: @Sendable () -> Date
    let logger: Logger

    func run() async throws {
        warn()
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            guard let certificates else {
                logger.info("There is no certificate to read again")
                continue
            }
            do {
                try certificates.reload()
                logger.info("Read the certificate again")
            } catch {
                logger.error("The certificate could not be read; the old one stays", metadata: ["reason": "\(error)"])
            }
            warn()
        }
    }

    private func warn() {
        if let warning = certificates?.term.warning(at: now()) { logger.warning("\(warning)") }
    }
}
