import GatehouseWire

/// The secret of a new authenticator app (RFC 6238), to show once.
///
/// Printing it shows neither value.
public struct AuthenticatorAppSetup: Sendable, Hashable, Codable {
    private let uri: Secret
    private let key: Secret

    init(keyURI: Secret, secret: Secret) {
        uri = keyURI
        key = secret
    }

    /// The `otpauth` URI, for a QR code and for a link to an app on this device.
    public var keyURI: String { uri.reveal() }

    /// The secret in Base32 (RFC 4648 §6), for users who enter it by hand.
    public var secret: String { key.reveal() }
}
