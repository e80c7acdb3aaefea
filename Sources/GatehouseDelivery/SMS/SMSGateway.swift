import Foundation
package import GatehouseWire

/// Who sends SMS, and how they are asked to.
package struct SMSGateway: Sendable, Equatable {
    /// Where each SMS is posted.
    package let url: Secret
    /// What its signature is made with.
    package let secret: Secret
    /// A PEM file with the authorities to trust in place of the system's.
    package let authorityFile: String?
    /// The longest one SMS may take.
    package let timeout: Duration

    /// Shortest secret that is taken, in bytes.
    package static let shortestSecret = 16

    /// Checks what an administrator has written.
    ///
    /// - Parameters:
    ///   - url: An https URL, with whatever query the gateway wants; http to this machine alone.
    ///   - secret: At least ``shortestSecret`` bytes.
    ///   - authorityFile: A PEM file with the authorities to trust in place of the system's.
    ///   - timeout: The longest one SMS may take.
    /// - Throws: `SMSGatewayError` with a sentence for the administrator that holds no part of URL or secret.
    package init(
        url: Secret,
        secret: Secret,
        authorityFile: String? = nil,
        timeout: Duration = .seconds(10)
    ) throws(SMSGatewayError) {
        guard let components = URLComponents(string: url.reveal()), let host = components.host, !host.isEmpty,
            components.fragment == nil
        else { throw SMSGatewayError("its URL has to be like https://sms.example.com/send") }
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
        switch components.scheme?.lowercased() {
        case "https": break
        case "http" where isLocal: break
        default: throw SMSGatewayError("its URL has to begin with https://")
        }
        guard secret.reveal().utf8.count >= Self.shortestSecret else {
            throw SMSGatewayError("its secret has to have \(Self.shortestSecret) characters or more")
        }
        self.url = url
        self.secret = secret
        self.authorityFile = authorityFile
        self.timeout = timeout
    }
}
