import Foundation
package import GatehouseHTTP

/// The PEM files the server speaks https with.
package struct CertificateFiles: Sendable, Equatable {
    /// The certificate and its chain.
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads both.
    package func load() throws(CommandFailure) -> ServerCertificates {
        for file in [certificate, key] where !FileManager.default.isReadableFile(atPath: file) {
            let isThere = FileManager.default.fileExists(atPath: file)
            throw CommandFailure(
                isThere ? "The file \(file) cannot be read by this user." : "There is no file \(file).",
                advice: "Check --tls-certificate and --tls-key."
            )
        }
        do {
            return try ServerCertificates(certificateFile: certificate, keyFile: key)
        } catch {
            throw CommandFailure(
                "The certificate \(certificate) and its key \(key) cannot be used: \(error).",
                advice: "Both have to be PEM files that belong together."
            )
        }
    }
}
