package import Foundation
import GatehouseConcurrency
import NIOCore
import NIOSSL

/// The server's certificate chain and key, reloaded on demand; existing connections are not affected.
package final class ServerCertificates: Sendable {
    private struct Identity: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
        let end: Date
    }

    private let certificateFile: String
    private let keyFile: String
    private let identity: Mutex<Identity>

    /// Reads both PEM files.
    ///
    /// - Throws: An error if a file cannot be read or the key does not match the certificate.
    package init(certificateFile: String, keyFile: String) throws {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        identity = Mutex(try Self.read(certificateFile, keyFile))
    }

    /// Reads both files again; on an error the current certificate stays in use.
    ///
    /// - Throws: An error if a file cannot be read or the key does not match the certificate.
    package func reload() throws {
        let fresh = try Self.read(certificateFile, keyFile)
        identity.withLock { $0 = fresh }
    }

    /// The expiry of the server certificate, without its chain.
    package var expiry: CertificateExpiry {
        CertificateExpiry(file: certificateFile, end: identity.withLock { $0.end })
    }

    /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325 §4.2); all suites of
    /// TLS 1.3 have both.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Returns the configuration for TLS 1.2 and later; each handshake uses the current certificate.
    func configuration() -> TLSConfiguration {
        let current = identity.withLock { $0 }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: current.chain,
            privateKey: current.key
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.cipherSuites
        configuration.sslContextCallback = { [self] _, promise in
            let fresh = identity.withLock { $0 }
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = fresh.chain
            override.privateKey = fresh.key
            promise.succeed(override)
        }
        return configuration
    }

    private static func read(_ certificateFile: String, _ keyFile: String) throws -> Identity {
        let certificates = try NIOSSLCertificate.fromPEMFile(certificateFile)
        let chain = certificates.map(NIOSSLCertificateSource.certificate)
        let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: keyFile, format: .pem))
        // Creating a context detects a mismatched pair now instead of at the first handshake.
        _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
        let end = certificates.first.map { Date(timeIntervalSince1970: TimeInterval($0.notValidAfter)) }
        return Identity(chain: chain, key: key, end: end ?? .distantFuture)
    }
}

/// The expiry of a certificate.
package struct CertificateExpiry: Sendable, Equatable {
    /// The time before expiry to start warning, in seconds; certificates are usually renewed a month before expiry.
    private static let warningPeriod: TimeInterval = 14 * 24 * 60 * 60

    package let file: String
    package let end: Date

    package init(file: String, end: Date) {
        self.file = file
        self.end = end
    }

    /// Returns a warning for the operator; `nil` while the expiry is not near.
    package func warning(at now: Date) -> String? {
        guard now.addingTimeInterval(Self.warningPeriod) >= end else { return nil }
        let verb = now < end ? "expires" : "expired"
        return "Certificate \(file) \(verb) at \(end.formatted(.iso8601)). Renew it and send SIGHUP."
    }
}
