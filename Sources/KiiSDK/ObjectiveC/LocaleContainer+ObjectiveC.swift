#if canImport(ObjectiveC)
public import Foundation

extension LocaleContainer {
    /// The value of ``locale``.
    @available(swift, obsoleted: 1.0)
    @objc(locale)
    public var objcLocale: Locale { locale }

    /// The value of ``localeString``.
    @available(swift, obsoleted: 1.0)
    @objc(localeString)
    public var objcLocaleString: String { localeString }

    /// Creates a container, as ``init(locale:)``.
    @available(swift, obsoleted: 1.0)
    @objc(initWithLocale:)
    public convenience init(objcLocale locale: Locale) {
        self.init(locale: locale)
    }

    /// Creates a container, as ``init(bcp47Tag:)``.
    @available(swift, obsoleted: 1.0)
    @objc(initWithBcp47Tag:)
    public convenience init(objcBcp47Tag bcp47Tag: String) {
        self.init(bcp47Tag: bcp47Tag)
    }
}
#endif
