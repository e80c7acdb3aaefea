// swift-format-ignore: AlwaysUseLowerCamelCase
/// How somebody who forgot the password hears what to do.
public enum KiiNotificationMethod: UInt, Sendable {
    /// A mail with a link and a code.
    case EMAIL = 0
    /// A text message with a link.
    case SMS = 1
    /// A text message with a code for ``KiiUser/completeResetPassword(_:pinCode:password:block:)``.
    case SMS_PIN = 2
}
