#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignUpParameters {
    /// Calls ``init(username:)``.
    @objc(initWithUsername:)
    public convenience init(objcUsername username: String) { self.init(username: username) }

    /// The value of ``username``.
    @objc(username)
    public var objcUsername: String {
        get { username }
        set { username = newValue }
    }

    /// The value of ``password``.
    @objc(password)
    public var objcPassword: String? {
        get { password }
        set { password = newValue }
    }

    /// The value of ``attributes``.
    @objc(attributes)
    public var objcAttributes: [String: Any]? {
        get { attributes }
        set { attributes = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignInParameters {
    /// Calls ``init(username:)``.
    @objc(initWithUsername:)
    public convenience init(objcUsername username: String) { self.init(username: username) }

    /// The value of ``username``.
    @objc(username)
    public var objcUsername: String {
        get { username }
        set { username = newValue }
    }

    /// The value of ``password``.
    @objc(password)
    public var objcPassword: String? {
        get { password }
        set { password = newValue }
    }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignInAfterSignUpParameters {
    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthSignInAfterResetPasswordParameters {
    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthResetPasswordParameters {
    /// Calls ``init(username:)``.
    @objc(initWithUsername:)
    public convenience init(objcUsername username: String) { self.init(username: username) }

    /// The value of ``username``.
    @objc(username)
    public var objcUsername: String {
        get { username }
        set { username = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthGetAccessTokenParameters {
    /// The value of ``forceRefresh``.
    @objc(forceRefresh)
    public var objcForceRefresh: Bool {
        get { forceRefresh }
        set { forceRefresh = newValue }
    }

    /// The value of ``returnRefreshToken``.
    @objc(returnRefreshToken)
    public var objcReturnRefreshToken: Bool {
        get { returnRefreshToken }
        set { returnRefreshToken = newValue }
    }

    /// The value of ``scopes``.
    @objc(scopes)
    public var objcScopes: [String]? {
        get { scopes }
        set { scopes = newValue }
    }

    /// The value of ``claimsRequest``.
    @objc(claimsRequest)
    public var objcClaimsRequest: MSALClaimsRequest? {
        get { claimsRequest }
        set { claimsRequest = newValue }
    }

    /// The value of ``correlationId``.
    @objc(correlationId)
    public var objcCorrelationId: UUID? {
        get { correlationId }
        set { correlationId = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthChallengeAuthMethodParameters {
    /// Calls ``init(authMethod:verificationContact:)``.
    @objc(initWithAuthMethod:verificationContact:)
    public convenience init(objcAuthMethod authMethod: MSALAuthMethod, verificationContact: String) {
        self.init(authMethod: authMethod, verificationContact: verificationContact)
    }

    /// The value of ``authMethod``.
    @objc(authMethod)
    public var objcAuthMethod: MSALAuthMethod { authMethod }

    /// The value of ``verificationContact``.
    @objc(verificationContact)
    public var objcVerificationContact: String { verificationContact }
}
#endif
