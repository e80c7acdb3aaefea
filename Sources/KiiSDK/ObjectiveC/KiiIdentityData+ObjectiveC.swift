#if canImport(ObjectiveC)
import Foundation

extension KiiIdentityData {
    /// The value of ``userName``.
    @available(swift, obsoleted: 1.0)
    @objc(userName)
    public var objcUserName: String? { userName }

    /// The value of ``email``.
    @available(swift, obsoleted: 1.0)
    @objc(email)
    public var objcEmail: String? { email }

    /// The value of ``phoneNumber``.
    @available(swift, obsoleted: 1.0)
    @objc(phoneNumber)
    public var objcPhoneNumber: String? { phoneNumber }
}

extension KiiIdentityDataBuilder {
    /// The value of ``userName``.
    @available(swift, obsoleted: 1.0)
    @objc(userName)
    public var objcUserName: String? {
        get { userName }
        set { userName = newValue }
    }

    /// The value of ``email``.
    @available(swift, obsoleted: 1.0)
    @objc(email)
    public var objcEmail: String? {
        get { email }
        set { email = newValue }
    }

    /// The value of ``phoneNumber``.
    @available(swift, obsoleted: 1.0)
    @objc(phoneNumber)
    public var objcPhoneNumber: String? {
        get { phoneNumber }
        set { phoneNumber = newValue }
    }

    /// Calls ``build()``.
    @available(swift, obsoleted: 1.0)
    @objc(build)
    @discardableResult
    public func objcBuild() -> KiiIdentityData? { build() }

    /// Calls ``buildWithError()``.
    @available(swift, obsoleted: 1.0)
    @objc(buildWithError:)
    @discardableResult
    public func objcBuildWithError() throws -> KiiIdentityData { try buildWithError() }
}
#endif
