import Foundation
package import GatehouseWire

/// The settings of a gateway that sends SMS.
package struct SMSGateway: Sendable, Equatable {
    /// The URL that receives each SMS as a POST request.
    package let url: Secret
    /// The secret that signs the requests.
    package let secret: Secret
    /// A PEM file with CA certificates that replace the system's.
    package let authorityFile: String?
    /// The time limit for one SMS.
    package let timeout: Duration

    /// The minimum length of the secret, in bytes.
    package static let minimumSecretLength = 16

    /// Validates the settings.
    ///
    /// - Parameters:
    ///   - url: An https URL with any query; http only on a loopback address.
    ///   - secret: At least ``minimumSecretLength`` bytes.
    ///   - authorityFile: A PEM file with CA certificates that replace the system's.
    ///   - timeout: The time limit for one SMS.
    /// - Throws: `SMSGatewayError`, whose description contains no part of URL or secret.
    package init(
        url: Secret,
        secret: Secret,
        authorityFile: String? = nil,
        timeout: Duration = .seconds(10)
    ) throws(SMSGatewayError) {
        guard let components = URLComponents(string: url.reveal()), let host = components.host, !host.isEmpty,
            components.fragment == nil
        else { throw SMSGatewayError("use a URL such as https://sms.example.com/send") }
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
        switch components.scheme?.lowercased() {
        case "https": break
        case "http" where isLocal: break
        default: throw SMSGatewayError("the URL must begin with https://")
        }
        guard secret.reveal().utf8.count >= Self.minimumSecretLength else {
            throw SMSGatewayError("the secret must have at least \(Self.minimumSecretLength) characters")
        }
        self.url = url
        self.secret = secret
        self.authorityFile = authorityFile
        self.timeout = timeout
    }
}

/// An error in the settings of the SMS gateway.
package struct SMSGatewayError: Error, Equatable, CustomStringConvertible {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { "Invalid SMS gateway: \(reason)." }
}
