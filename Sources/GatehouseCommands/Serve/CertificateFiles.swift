/// The PEM files the server speaks https with.
package struct CertificateFiles: Sendable, Equatable {
    /// The certificate and its chain.
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
