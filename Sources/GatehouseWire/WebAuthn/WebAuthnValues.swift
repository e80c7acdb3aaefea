/// A type of credentials (WebAuthn Level 3 §5.8.2).
public struct PublicKeyCredentialType: ExtensibleValue, KnownValues {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A public key.
    public static let publicKey = Self(rawValue: "public-key")

    package static let known: [Self] = [.publicKey]
}

/// A way to communicate with an authenticator (WebAuthn Level 3 §5.8.4).
public struct AuthenticatorTransport: ExtensibleValue, KnownValues {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// USB.
    public static let usb = Self(rawValue: "usb")
    /// Near-field communication.
    public static let nfc = Self(rawValue: "nfc")
    /// Bluetooth Low Energy.
    public static let bluetooth = Self(rawValue: "ble")
    /// A smart card with contacts.
    public static let smartCard = Self(rawValue: "smart-card")
    /// Another device nearby, for example a phone that scans a QR code.
    public static let hybrid = Self(rawValue: "hybrid")
    /// The device itself.
    public static let builtIn = Self(rawValue: "internal")

    package static let known: [Self] = [.usb, .nfc, .bluetooth, .smartCard, .hybrid, .builtIn]
}

/// The place of an authenticator (WebAuthn Level 3 §5.4.5).
public struct AuthenticatorAttachment: ExtensibleValue, KnownValues {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In the device.
    public static let platform = Self(rawValue: "platform")
    /// Outside of the device, for example a security key or a phone.
    public static let crossPlatform = Self(rawValue: "cross-platform")

    package static let known: [Self] = [.platform, .crossPlatform]
}

/// A requirement for user verification (WebAuthn Level 3 §5.8.6) or for a discoverable credential (§5.4.6).
public struct WebAuthnRequirement: ExtensibleValue, KnownValues {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The ceremony fails without it.
    public static let required = Self(rawValue: "required")
    /// Used if possible.
    public static let preferred = Self(rawValue: "preferred")
    /// Avoided if possible.
    public static let discouraged = Self(rawValue: "discouraged")

    package static let known: [Self] = [.required, .preferred, .discouraged]
}

/// A preference for attestation (WebAuthn Level 3 §5.4.7).
public struct AttestationConveyance: ExtensibleValue, KnownValues {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No attestation.
    public static let none = Self(rawValue: "none")
    /// Any verifiable attestation.
    public static let indirect = Self(rawValue: "indirect")
    /// The attestation of the authenticator.
    public static let direct = Self(rawValue: "direct")
    /// An attestation that may identify the device.
    public static let enterprise = Self(rawValue: "enterprise")

    package static let known: [Self] = [.none, .indirect, .direct, .enterprise]
}

/// A hint about the authenticator that the user will probably use (WebAuthn Level 3 §5.8.7).
public struct AuthenticatorHint: ExtensibleValue, KnownValues {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A security key.
    public static let securityKey = Self(rawValue: "security-key")
    /// The device itself.
    public static let clientDevice = Self(rawValue: "client-device")
    /// Another device, for example a phone.
    public static let hybrid = Self(rawValue: "hybrid")

    package static let known: [Self] = [.securityKey, .clientDevice, .hybrid]
}

/// An algorithm of signatures, as registered for COSE (WebAuthn Level 3 §5.8.5).
public struct COSEAlgorithm: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number in the registry "COSE Algorithms" of the IANA.
    public let rawValue: Int

    /// Creates an algorithm.
    ///
    /// - Parameter rawValue: The number in the registry.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number in the registry.
    public var description: String { String(rawValue) }

    /// ECDSA with P-256 and SHA-256.
    public static let es256 = Self(rawValue: -7)
    /// EdDSA with Ed25519.
    public static let edDSA = Self(rawValue: -8)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = Self(rawValue: -257)
}
