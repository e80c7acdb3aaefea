#if canImport(ObjectiveC)
import Foundation

extension AMZNUser {
    /// The value of ``userID``.
    @available(swift, obsoleted: 1.0)
    @objc(userID)
    public var objcUserID: String? { userID }

    /// The value of ``name``.
    @available(swift, obsoleted: 1.0)
    @objc(name)
    public var objcName: String? { name }

    /// The value of ``email``.
    @available(swift, obsoleted: 1.0)
    @objc(email)
    public var objcEmail: String? { email }

    /// The value of ``postalCode``.
    @available(swift, obsoleted: 1.0)
    @objc(postalCode)
    public var objcPostalCode: String? { postalCode }

    /// The value of ``profileData``.
    @available(swift, obsoleted: 1.0)
    @objc(profileData)
    public var objcProfileData: [AnyHashable: Any] { profileData }

    /// Calls ``fetch(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(fetch:)
    public class func objcFetch(_ handler: @escaping AMZNUserFetchRequestHandler) {
        fetch(handler)
    }
}
#endif
