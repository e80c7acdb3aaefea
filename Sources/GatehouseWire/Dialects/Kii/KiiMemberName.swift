/// The name of a member of a body, so that none is spelled outside this module.
package struct KiiMemberName: WireValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let userID = Self(rawValue: "userID")
    package static let internalUserID = Self(rawValue: "internalUserID")
    package static let loginName = Self(rawValue: "loginName")
    package static let displayName = Self(rawValue: "displayName")
    package static let country = Self(rawValue: "country")
    package static let locale = Self(rawValue: "locale")
    package static let emailAddress = Self(rawValue: "emailAddress")
    package static let emailAddressVerified = Self(rawValue: "emailAddressVerified")
    package static let phoneNumber = Self(rawValue: "phoneNumber")
    package static let phoneNumberVerified = Self(rawValue: "phoneNumberVerified")
    package static let password = Self(rawValue: "password")
    package static let hasPassword = Self(rawValue: "_hasPassword")
    package static let disabled = Self(rawValue: "_disabled")
    package static let emailAddressPending = Self(rawValue: "_emailAddressPending")
    package static let phoneNumberPending = Self(rawValue: "_phoneNumberPending")
    package static let created = Self(rawValue: "_created")
    package static let modified = Self(rawValue: "_modified")
    package static let newAccessToken = Self(rawValue: "_accessToken")
    package static let newRefreshToken = Self(rawValue: "_refreshToken")
    package static let newExpiry = Self(rawValue: "_expiresIn")
    package static let wantedExpiry = Self(rawValue: "_expiresAt")

    package static let oldPassword = Self(rawValue: "oldPassword")
    package static let newPassword = Self(rawValue: "newPassword")
    package static let notificationMethod = Self(rawValue: "notificationMethod")
    package static let smsResetMethod = Self(rawValue: "smsResetMethod")
    package static let pinCode = Self(rawValue: "pinCode")
    package static let verified = Self(rawValue: "verified")
    package static let verificationCode = Self(rawValue: "verificationCode")
    package static let verificationStatus = Self(rawValue: "verificationStatus")
    package static let status = Self(rawValue: "disabled")
    package static let modifiedAt = Self(rawValue: "modifiedAt")
    package static let expiresAt = Self(rawValue: "expiresAt")
    /// How one client spells it when it refreshes.
    package static let expiresAtInWords = Self(rawValue: "expires_at")

    /// Members of a refusal.
    package static let errorCode = Self(rawValue: "errorCode")
    package static let message = Self(rawValue: "message")
    package static let field = Self(rawValue: "field")
    package static let value = Self(rawValue: "value")
    package static let appID = Self(rawValue: "appID")
    package static let disabledUserID = Self(rawValue: "UserID")
    package static let accountType = Self(rawValue: "accountType")
    package static let accessToken = Self(rawValue: "accessToken")
    package static let refreshToken = Self(rawValue: "refreshToken")
    package static let principalID = Self(rawValue: "principalID")
    package static let address = Self(rawValue: "address")
    package static let authenticatedAppID = Self(rawValue: "authenticatedAppID")
    package static let authenticatedPrincipalID = Self(rawValue: "authenticatedPrincipalID")
    package static let minimumLength = Self(rawValue: "minimumLength")
}
