#if canImport(ObjectiveC)
import Foundation

extension AMZNLWAError {
    /// The value of ``code``.
    @available(swift, obsoleted: 1.0)
    @objc(code)
    public var objcCode: UInt {
        get { code }
        set { code = newValue }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``errorName``.
    @available(swift, obsoleted: 1.0)
    @objc(errorName)
    public var objcErrorName: String! {
        get { errorName }
        set { errorName = newValue }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``message``.
    @available(swift, obsoleted: 1.0)
    @objc(message)
    public var objcMessage: String! {
        get { message }
        set { message = newValue }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``userInfo``.
    @available(swift, obsoleted: 1.0)
    @objc(userInfo)
    public var objcUserInfo: [AnyHashable: Any]! {
        get { userInfo }
        set { userInfo = newValue }
    }
}
#endif
