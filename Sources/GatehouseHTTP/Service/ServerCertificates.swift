import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// The certificate chain and key the server shows, read again on demand: new connections get the new ones, old connections live on.
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
    /// - Throws: when one cannot be read, or they do not belong together.
    package init(certificateFile: String, keyFile: String) throws {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        identity = Mutex(try Self.read(certificateFile, keyFile))
    }

    /// Reads both files again; when that fails, what is in use stays in use.
    package func reload() throws {
        let fresh = try Self.read(certificateFile, keyFile)
        identity.withLock { $0 = fresh }
    }

    /// Until when the certificate in use is good; the chain behind it is not looked at.
    package var term: CertificateTerm { CertificateTerm(file: certificateFile, end: identity.withLock { $0.end }) }

    /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325 §4.2); those of TLS 1.3
    /// all have both.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// TLS 1.2 and later; each handshake takes the identity of the moment.
    func configuration() -> TLSConfiguration {
        let present = identity.withLock { $0 }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: present.chain,
            privateKey: present.key
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
        // A context is made once here so that a pair that does not fit is found now and not at the first handshake.
        _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
        let end = certificates.first.map { Date(timeIntervalSince1970: TimeInterval($0.notValidAfter)) }
        return Identity(chain: chain, key: key, end: end ?? .distantFuture)
    }
}
