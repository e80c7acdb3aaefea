public import Foundation

/// What kind of address a code was sent to.
public final class MSALNativeAuthChannelType: NSObject, Sendable {
    /// The kind, as the server calls it.
    public let value: String

    init(value: String) {
        self.value = value
        super.init()
    }

    /// Whether it is an e-mail address.
    public var isEmailType: Bool { value.lowercased() == "email" }
    /// Whether it is a telephone number that can be sent texts.
    public var isSMSType: Bool { value.lowercased() == "sms" }
    /// Whether it is a telephone number, as versions 1.6 to 2.4 say.
    public var isPhoneType: Bool { isSMSType }

    /// Whether the other object is the same kind.
    ///
    /// - Parameter object: Another object.
    /// - Returns: Whether it is a channel type of the same value.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? MSALNativeAuthChannelType)?.value == value
    }

    /// A number that equal kinds share.
    public override var hash: Int { value.hashValue }
}
