#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthPublicClientApplication {
    /// Calls ``init(nativeAuthConfiguration:)``.
    @objc(initWithNativeAuthConfiguration:error:)
    public convenience init(objcNativeAuthConfiguration config: MSALNativeAuthPublicClientApplicationConfig) throws {
        try self.init(nativeAuthConfiguration: config)
    }

    /// Calls ``init(configuration:challengeTypes:)``.
    @available(*, deprecated, message: "Use init(nativeAuthConfiguration:).")
    @objc(initWithConfiguration:challengeTypes:error:)
    public convenience init(
        objcConfiguration config: MSALPublicClientApplicationConfig,
        challengeTypes: Int
    ) throws {
        try self.init(configuration: config, challengeTypes: MSALNativeAuthChallengeTypes(rawValue: challengeTypes))
    }

    /// Calls ``init(clientId:tenantSubdomain:challengeTypes:redirectUri:)``.
    @available(*, deprecated, message: "Use init(nativeAuthConfiguration:).")
    @objc(initWithClientId:tenantSubdomain:challengeTypes:redirectUri:error:)
    public convenience init(
        objcClientId clientId: String,
        tenantSubdomain: String,
        challengeTypes: Int,
        redirectUri: String?
    ) throws {
        try self.init(
            clientId: clientId,
            tenantSubdomain: tenantSubdomain,
            challengeTypes: MSALNativeAuthChallengeTypes(rawValue: challengeTypes),
            redirectUri: redirectUri
        )
    }

    /// Calls ``signUp(parameters:delegate:)``.
    @objc(signUpWithParameters:delegate:)
    public func objcSignUp(parameters: MSALNativeAuthSignUpParameters, delegate: any ObjCSignUpStartDelegate) {
        signUp(parameters: parameters, delegate: SignUpStartAdapter(delegate))
    }

    /// Calls ``signIn(parameters:delegate:)``.
    @objc(signInParameters:delegate:)
    public func objcSignIn(parameters: MSALNativeAuthSignInParameters, delegate: any ObjCSignInStartDelegate) {
        signIn(parameters: parameters, delegate: SignInStartAdapter(delegate))
    }

    /// Calls ``resetPassword(parameters:delegate:)``.
    @objc(resetPasswordWithParameters:delegate:)
    public func objcResetPassword(
        parameters: MSALNativeAuthResetPasswordParameters,
        delegate: any ObjCResetPasswordStartDelegate
    ) {
        resetPassword(parameters: parameters, delegate: ResetPasswordStartAdapter(delegate))
    }

    /// Calls ``getNativeAuthUserAccount(correlationId:)``.
    @objc(getNativeAuthUserAccountWithCorrelationId:)
    public func objcGetNativeAuthUserAccount(correlationId: UUID?) -> MSALNativeAuthUserAccountResult? {
        getNativeAuthUserAccount(correlationId: correlationId)
    }

    /// Calls ``signUp(username:password:attributes:correlationId:delegate:)``.
    @available(*, deprecated, message: "Use signUp(parameters:delegate:).")
    @objc(signUpWithUsername:password:attributes:correlationId:delegate:)
    public func objcSignUp(
        username: String,
        password: String?,
        attributes: [String: Any]?,
        correlationId: UUID?,
        delegate: any ObjCSignUpStartDelegate
    ) {
        signUp(
            username: username,
            password: password,
            attributes: attributes,
            correlationId: correlationId,
            delegate: SignUpStartAdapter(delegate)
        )
    }

    /// Calls ``signIn(username:password:scopes:correlationId:delegate:)``.
    @available(*, deprecated, message: "Use signIn(parameters:delegate:).")
    @objc(signInUsername:password:scopes:correlationId:delegate:)
    public func objcSignIn(
        username: String,
        password: String?,
        scopes: [String]?,
        correlationId: UUID?,
        delegate: any ObjCSignInStartDelegate
    ) {
        signIn(
            username: username,
            password: password,
            scopes: scopes,
            correlationId: correlationId,
            delegate: SignInStartAdapter(delegate)
        )
    }

    /// Calls ``resetPassword(username:correlationId:delegate:)``.
    @available(*, deprecated, message: "Use resetPassword(parameters:delegate:).")
    @objc(resetPasswordWithUsername:correlationId:delegate:)
    public func objcResetPassword(username: String, correlationId: UUID?, delegate: any ObjCResetPasswordStartDelegate)
    {
        resetPassword(username: username, correlationId: correlationId, delegate: ResetPasswordStartAdapter(delegate))
    }
}

@available(swift, obsoleted: 1.0)
extension MSALNativeAuthPublicClientApplicationConfig {
    /// Calls ``init(clientId:authority:challengeTypes:)``.
    @objc(initWithClientId:authority:challengeTypes:)
    public convenience init(objcClientId clientId: String, authority: MSALAuthority, challengeTypes: Int) {
        let types = MSALNativeAuthChallengeTypes(rawValue: challengeTypes)
        self.init(clientId: clientId, authority: authority, challengeTypes: types)
    }

    /// Calls ``init(clientId:tenantSubdomain:challengeTypes:)``.
    @objc(initWithClientId:tenantSubdomain:challengeTypes:error:)
    public convenience init(objcClientId clientId: String, tenantSubdomain: String, challengeTypes: Int) throws {
        let types = MSALNativeAuthChallengeTypes(rawValue: challengeTypes)
        try self.init(clientId: clientId, tenantSubdomain: tenantSubdomain, challengeTypes: types)
    }

    /// The raw value of ``challengeTypes``, in Objective-C an option set.
    @objc(challengeTypes)
    public var objcChallengeTypes: Int { challengeTypes.rawValue }

    /// The raw value of ``capabilities``, in Objective-C an option set.
    @objc(capabilities)
    public var objcCapabilities: Int {
        get { capabilities.rawValue }
        set { capabilities = MSALNativeAuthCapabilities(rawValue: newValue) }
    }

    /// The value of ``requestInterceptor``.
    @objc(requestInterceptor)
    public var objcRequestInterceptor: (any MSALNativeAuthRequestInterceptor)? {
        get { requestInterceptor }
        set { requestInterceptor = newValue }
    }
}
#endif
