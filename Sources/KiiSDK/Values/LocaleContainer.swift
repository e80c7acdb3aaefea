public import Foundation

/// A language and region in Kii's format: a language tag such as `ja-JP` (BCP 47).
public final class LocaleContainer: NSObject, Sendable {
    /// The language and region for Foundation.
    public let locale: Locale
    /// The language tag that is sent.
    public let localeString: String

    /// Creates a container with the device's locale.
    public override convenience init() {
        self.init(locale: .current)
    }

    /// Creates a container from a Foundation locale.
    ///
    /// - Parameter locale: The locale, whose language tag is sent.
    public init(locale: Locale) {
        self.locale = locale
        localeString = locale.identifier(.bcp47)
        super.init()
    }

    /// Creates a container from a language tag.
    ///
    /// - Parameter bcp47Tag: The tag, such as `ja-JP`, which is sent unchanged.
    public init(bcp47Tag: String) {
        locale = Locale(identifier: bcp47Tag)
        localeString = bcp47Tag
        super.init()
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The message that a user receives for a password reset.
#if canImport(ObjectiveC)
@objc(KiiNotificationMethod)
#endif
public enum KiiNotificationMethod: UInt, Sendable {
    /// An email with a link and a code.
    #if canImport(ObjectiveC)
    @objc(KiiEMAIL)
    #endif
    case EMAIL = 0
    /// A text message with a link.
    #if canImport(ObjectiveC)
    @objc(KiiSMS)
    #endif
    case SMS = 1
    /// A text message with a code for ``KiiUser/completeResetPassword(_:pinCode:password:block:)``.
    #if canImport(ObjectiveC)
    @objc(KiiSMS_PIN)
    #endif
    case SMS_PIN = 2
}
