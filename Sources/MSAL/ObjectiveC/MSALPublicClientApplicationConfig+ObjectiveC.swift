#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension MSALPublicClientApplicationConfig {
    /// Calls ``init(clientId:redirectUri:authority:)``.
    @objc(initWithClientId:redirectUri:authority:)
    public convenience init(objcClientId clientId: String, redirectUri: String?, authority: MSALAuthority) {
        self.init(clientId: clientId, redirectUri: redirectUri, authority: authority)
    }

    /// Creates a configuration of an app within another app, for Microsoft's service.
    @objc(initWithClientId:redirectUri:authority:nestedAuthBrokerClientId:nestedAuthBrokerRedirectUri:)
    public convenience init(
        objcClientId clientId: String,
        redirectUri: String?,
        authority: MSALAuthority,
        nestedAuthBrokerClientId: String?,
        nestedAuthBrokerRedirectUri: String?
    ) {
        self.init(clientId: clientId, redirectUri: redirectUri, authority: authority)
        self.nestedAuthBrokerClientId = nestedAuthBrokerClientId
        self.nestedAuthBrokerRedirectUri = nestedAuthBrokerRedirectUri
    }

    /// The value of ``clientId``.
    @objc(clientId)
    public var objcClientId: String {
        get { clientId }
        set { clientId = newValue }
    }

    /// The value of ``redirectUri``.
    @objc(redirectUri)
    public var objcRedirectUri: String? {
        get { redirectUri }
        set { redirectUri = newValue }
    }

    /// The value of ``authority``.
    @objc(authority)
    public var objcAuthority: MSALAuthority {
        get { authority }
        set { authority = newValue }
    }

    /// The value of ``knownAuthorities``.
    @objc(knownAuthorities)
    public var objcKnownAuthorities: [MSALAuthority] {
        get { knownAuthorities }
        set { knownAuthorities = newValue }
    }

    /// The value of ``sliceConfig``.
    @objc(sliceConfig)
    public var objcSliceConfig: MSALSliceConfig? {
        get { sliceConfig }
        set { sliceConfig = newValue }
    }

    /// The value of ``cacheConfig``.
    @objc(cacheConfig)
    public var objcCacheConfig: MSALCacheConfig { cacheConfig }

    /// The value of ``tokenExpirationBuffer``.
    @objc(tokenExpirationBuffer)
    public var objcTokenExpirationBuffer: Double {
        get { tokenExpirationBuffer }
        set { tokenExpirationBuffer = newValue }
    }

    /// The value of ``extendedLifetimeEnabled``.
    @objc(extendedLifetimeEnabled)
    public var objcExtendedLifetimeEnabled: Bool {
        get { extendedLifetimeEnabled }
        set { extendedLifetimeEnabled = newValue }
    }

    /// The value of ``bypassRedirectURIValidation``.
    @objc(bypassRedirectURIValidation)
    public var objcBypassRedirectURIValidation: Bool {
        get { bypassRedirectURIValidation }
        set { bypassRedirectURIValidation = newValue }
    }

    /// The value of ``clientApplicationCapabilities``.
    @objc(clientApplicationCapabilities)
    public var objcClientApplicationCapabilities: [String]? {
        get { clientApplicationCapabilities }
        set { clientApplicationCapabilities = newValue }
    }

    /// The value of ``multipleCloudsSupported``.
    @objc(multipleCloudsSupported)
    public var objcMultipleCloudsSupported: Bool {
        get { multipleCloudsSupported }
        set { multipleCloudsSupported = newValue }
    }

    /// The value of ``nestedAuthBrokerClientId``.
    @objc(nestedAuthBrokerClientId)
    public var objcNestedAuthBrokerClientId: String? {
        get { nestedAuthBrokerClientId }
        set { nestedAuthBrokerClientId = newValue }
    }

    /// The value of ``nestedAuthBrokerRedirectUri``.
    @objc(nestedAuthBrokerRedirectUri)
    public var objcNestedAuthBrokerRedirectUri: String? {
        get { nestedAuthBrokerRedirectUri }
        set { nestedAuthBrokerRedirectUri = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALCacheConfig {
    /// The value of ``keychainSharingGroup``.
    @objc(keychainSharingGroup)
    public var objcKeychainSharingGroup: String? {
        get { keychainSharingGroup }
        set { keychainSharingGroup = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALSliceConfig {
    /// Calls ``init(slice:dc:)``.
    @objc(initWithSlice:dc:)
    public convenience init(objcSlice slice: String?, dc: String?) { self.init(slice: slice, dc: dc) }

    /// Calls ``init(slice:dc:)``.
    @objc(configWithSlice:dc:)
    public class func objcConfig(slice: String?, dc: String?) -> MSALSliceConfig {
        MSALSliceConfig(slice: slice, dc: dc)
    }

    /// The value of ``slice``.
    @objc(slice)
    public var objcSlice: String? {
        get { slice }
        set { slice = newValue }
    }

    /// The value of ``dc``.
    @objc(dc)
    public var objcDc: String? {
        get { dc }
        set { dc = newValue }
    }
}
#endif
