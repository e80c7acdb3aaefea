public import Foundation

/// The language and region that a person prefers, as Kii writes it down: a language tag such as `ja-JP` (BCP 47).
public final class LocaleContainer: NSObject, Sendable {
    /// The language and region for Foundation.
    public let locale: Locale
    /// The language tag, as it is sent.
    public let localeString: String

    /// What the device is set to.
    public override convenience init() {
        self.init(locale: .current)
    }

    /// A language and region of Foundation's.
    ///
    /// - Parameter locale: The locale, whose language tag is sent.
    public init(locale: Locale) {
        self.locale = locale
        localeString = locale.identifier(.bcp47)
        super.init()
    }

    /// A language tag.
    ///
    /// - Parameter bcp47Tag: The tag, such as `ja-JP`, which is sent as it is.
    public init(bcp47Tag: String) {
        locale = Locale(identifier: bcp47Tag)
        localeString = bcp47Tag
        super.init()
    }
}
