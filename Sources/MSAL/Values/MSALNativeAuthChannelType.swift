public import Foundation

/// The type of address that a code is sent to.
public final class MSALNativeAuthChannelType: NSObject, Sendable {
    /// The type, as sent by the server.
    public let value: String

    init(value: String) {
        self.value = value
        super.init()
    }

    /// A Boolean value that indicates whether it is an email address.
    public var isEmailType: Bool { value.lowercased() == "email" }
    /// A Boolean value that indicates whether it is a phone number for SMS.
    public var isSMSType: Bool { value.lowercased() == "sms" }
    /// A Boolean value that indicates whether it is a password, not an address; never `true` in this module.
    public var isPasswordType: Bool { value.lowercased() == "password" }
    /// A Boolean value that indicates whether it is a phone number, as in versions 1.6 to 2.4.
    public var isPhoneType: Bool { isSMSType }

    /// Returns whether another object is the same type of address.
    ///
    /// - Parameter object: Another object.
    /// - Returns: Whether it is a channel type with the same value.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? MSALNativeAuthChannelType)?.value == value
    }

    /// The hash value, equal for equal types.
    public override var hash: Int { value.hashValue }
}
