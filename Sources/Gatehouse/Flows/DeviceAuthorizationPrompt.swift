public import Foundation
import GatehouseWire

/// What to show a person who signs in on another device (RFC 8628 §3.3).
public struct DeviceAuthorizationPrompt: Sendable, Hashable {
    /// The code to type in, with its dashes.
    public let userCode: String
    /// Where to type it in.
    public let verificationURI: URL
    /// The same place with the code in it, for a QR code; not every server gives one.
    public let verificationURIComplete: URL?
    /// When the code expires, by this device's clock.
    public let expiresAt: Date

    init(_ response: DeviceAuthorizationResponse, expiresAt: Date) {
        userCode = response.userCode
        verificationURI = response.verificationURI
        verificationURIComplete = response.verificationURIComplete
        self.expiresAt = expiresAt
    }
}
