#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALAuthMethod {
    /// The value of ``id``.
    @objc(id)
    public var objcId: String { id }

    /// The value of ``challengeType``.
    @objc(challengeType)
    public var objcChallengeType: String { challengeType }

    /// The value of ``channelTargetType``.
    @objc(channelTargetType)
    public var objcChannelTargetType: MSALNativeAuthChannelType { channelTargetType }

    /// The value of ``loginHint``.
    @objc(loginHint)
    public var objcLoginHint: String? { loginHint }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthChannelType {
    /// The value of ``value``.
    @objc(value)
    public var objcValue: String { value }

    /// The value of ``isEmailType``.
    @objc(isEmailType)
    public var objcIsEmailType: Bool { isEmailType }

    /// The value of ``isSMSType``.
    @objc(isSMSType)
    public var objcIsSMSType: Bool { isSMSType }

    /// The value of ``isPasswordType``.
    @objc(isPasswordType)
    public var objcIsPasswordType: Bool { isPasswordType }

    /// The value of ``isPhoneType``.
    @objc(isPhoneType)
    public var objcIsPhoneType: Bool { isPhoneType }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthRequiredAttribute {
    /// The value of ``name``.
    @objc(name)
    public var objcName: String { name }

    /// The value of ``type``.
    @objc(type)
    public var objcType: String { type }

    /// The value of ``required``.
    @objc(required)
    public var objcRequired: Bool { required }

    /// The value of ``regex``.
    @objc(regex)
    public var objcRegex: String? { regex }

    /// The value of ``choices``.
    @objc(choices)
    public var objcChoices: [String] { choices }

    /// The value of ``label``.
    @objc(label)
    public var objcLabel: String? { label }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthCodeDelivery {
    /// The value of ``sentTo``.
    @objc(sentTo)
    public var objcSentTo: String { sentTo }

    /// The value of ``channelTargetType``.
    @objc(channelTargetType)
    public var objcChannelTargetType: MSALNativeAuthChannelType { channelTargetType }

    /// The value of ``codeLength``.
    @objc(codeLength)
    public var objcCodeLength: Int { codeLength }

    /// The value of ``resendDate``.
    @objc(resendDate)
    public var objcResendDate: Date? { resendDate }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthTokenResult {
    /// The value of ``accessToken``.
    @objc(accessToken)
    public var objcAccessToken: String { accessToken }

    /// The value of ``refreshToken``.
    @objc(refreshToken)
    public var objcRefreshToken: String? { refreshToken }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String] { scopes }

    /// The value of ``expiresOn``.
    @objc(expiresOn)
    public var objcExpiresOn: Date? { expiresOn }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthRegisterStrongAuthVerificationRequiredResult {
    /// The value of ``newState``.
    @objc(newState)
    public var objcNewState: RegisterStrongAuthVerificationRequiredState { newState }

    /// The value of ``sentTo``.
    @objc(sentTo)
    public var objcSentTo: String { sentTo }

    /// The value of ``channelTargetType``.
    @objc(channelTargetType)
    public var objcChannelTargetType: MSALNativeAuthChannelType { channelTargetType }

    /// The value of ``codeLength``.
    @objc(codeLength)
    public var objcCodeLength: Int { codeLength }
}
#endif
