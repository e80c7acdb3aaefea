import GatehouseHTTP
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate again at each SIGHUP; new connections get the new one.
struct CertificateReloader: Service {
    let certificates: ServerCertificates
    let logger: Logger

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                try certificates.reload()
                logger.info("Read the certificate again")
            } catch {
                logger.error("The certificate could not be read; the old one stays", metadata: ["reason": "\(error)"])
            }
        }
    }
}
