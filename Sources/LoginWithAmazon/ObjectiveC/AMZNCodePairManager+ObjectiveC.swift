#if canImport(ObjectiveC)
public import Foundation

extension AMZNCodePairManager {
    /// Calls ``shared()``.
    @available(swift, obsoleted: 1.0)
    @objc(sharedManager)
    public class func objcSharedManager() -> AMZNCodePairManager { shared() }

    /// The value of ``region``.
    @available(swift, obsoleted: 1.0)
    @objc(region)
    public var objcRegion: AMZNRegion {
        get { region }
        set { region = newValue }
    }

    /// Calls ``createCodePair(_:handler:)``.
    @available(swift, obsoleted: 1.0)
    @objc(createCodePair:handler:)
    public func objcCreateCodePair(
        _ request: AMZNCreateCodePairRequest,
        handler: @escaping AMZNCreateCodePairRequestHandler
    ) {
        createCodePair(request, handler: handler)
    }

    /// Calls ``getToken(_:handler:)``.
    @available(swift, obsoleted: 1.0)
    @objc(getToken:handler:)
    public func objcGetToken(_ request: AMZNGetTokenRequest, handler: @escaping AMZNGetTokenRequestHandler) {
        getToken(request, handler: handler)
    }
}

extension AMZNCreateCodePairRequest {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``scopes``.
    @available(swift, obsoleted: 1.0)
    @objc(scopes)
    public var objcScopes: [Any]! {
        get { scopes }
        set { scopes = newValue }
    }
}

extension AMZNCreateCodePairResult {
    /// The value of ``userCode``.
    @available(swift, obsoleted: 1.0)
    @objc(userCode)
    public var objcUserCode: String {
        get { userCode }
        set { userCode = newValue }
    }

    /// The value of ``verificationUri``.
    @available(swift, obsoleted: 1.0)
    @objc(verificationUri)
    public var objcVerificationUri: URL {
        get { verificationUri }
        set { verificationUri = newValue }
    }
}

extension AMZNGetTokenRequest {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``scopes``.
    @available(swift, obsoleted: 1.0)
    @objc(scopes)
    public var objcScopes: [Any]! {
        get { scopes }
        set { scopes = newValue }
    }
}

extension AMZNGetTokenResult {
    /// The value of ``accessToken``.
    @available(swift, obsoleted: 1.0)
    @objc(accessToken)
    public var objcAccessToken: String {
        get { accessToken }
        set { accessToken = newValue }
    }
}
#endif
