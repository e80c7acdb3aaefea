/// The media types of Kii's bodies; plain JSON is as good wherever one of them is asked for.
package struct KiiMediaType: WireValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(kii name: String) {
        rawValue = Self.beginning + name + Self.end
    }

    private static let beginning = "application/vnd.kii."
    private static let end = "+json"

    /// The body of a refusal of that name.
    package static func exception(_ name: String) -> Self { Self(kii: name) }

    /// Whether a body of that type, in small letters and without parameters, is JSON here.
    package var isJSON: Bool {
        self == .json || (rawValue.hasPrefix(Self.beginning) && rawValue.hasSuffix(Self.end))
    }

    /// What a type calls a refusal; `nil` for plain JSON and everything that is not Kii's.
    var exceptionName: String? {
        let type = rawValue.prefix { $0 != ";" && $0 != " " }
        guard type.hasPrefix(Self.beginning), type.hasSuffix(Self.end) else { return nil }
        return String(type.dropFirst(Self.beginning.count).dropLast(Self.end.count))
    }

    /// Whether both name one type: letters may be large or small.
    package func matches(_ other: Self) -> Bool { rawValue.lowercased() == other.rawValue.lowercased() }

    package static let json = Self(rawValue: "application/json")

    package static let registrationRequest = Self(kii: "RegistrationRequest")
    package static let registrationAndAuthorizationRequest = Self(kii: "RegistrationAndAuthorizationRequest")
    package static let registrationResponse = Self(kii: "RegistrationResponse")
    package static let registrationAndAuthorizationResponse = Self(kii: "RegistrationAndAuthorizationResponse")
    package static let tokenRequest = Self(kii: "OauthTokenRequest")
    package static let userRetrievalResponse = Self(kii: "UserDataRetrievalResponse")
    package static let userUpdateRequest = Self(kii: "UserUpdateRequest")
    package static let userUpdateResponse = Self(kii: "UserUpdateResponse")
    package static let changePasswordRequest = Self(kii: "ChangePasswordRequest")
    package static let resetPasswordRequest = Self(kii: "ResetPasswordRequest")
    package static let completePasswordResetRequest = Self(kii: "CompletePasswordResetRequest")
    package static let emailAddressModificationRequest = Self(kii: "EmailAddressModificationRequest")
    package static let phoneNumberModificationRequest = Self(kii: "PhoneNumberModificationRequest")
    package static let phoneNumberRetrievalResponse = Self(kii: "PhoneNumberRetrievalResponse")
    package static let addressVerificationRequest = Self(kii: "AddressVerificationRequest")
    package static let addressVerificationResponse = Self(kii: "AddressVerificationResponse")
    package static let verificationCodeRetrievalResponse = Self(kii: "VerificationCodeRetrievalResponse")
    package static let userStatusUpdateRequest = Self(kii: "UserStatusUpdateRequest")
    package static let userStatusRetrievalResponse = Self(kii: "UserStatusRetrievalResponse")
}
