public import Foundation
import Gatehouse

/// A request to sign a user in.
///
/// Its values are copied when it is passed to the manager.
public final class AMZNAuthorizeRequest: NSObject {
    /// The requested scopes, as ``AMZNScope`` objects.
    ///
    /// If empty, any stored session is accepted.
    public var scopes: [Any] = []
    /// The policy for showing the sign-in page.
    public var interactiveStrategy: AMZNInteractiveStrategy = .auto
    /// The kind of result to request.
    public var grantType: AMZNAuthorizationGrantType = .token
    /// With ``AMZNAuthorizationGrantType/code``: the code challenge of the app's server (RFC 7636 §4.2).
    public var codeChallenge: String = ""
    /// With ``AMZNAuthorizationGrantType/code``: the code challenge method, `S256` or `plain`.
    ///
    /// If empty, `plain`.
    public var codeChallengeMethod: String = ""

    /// Creates an empty request.
    public override init() {
        super.init()
    }
}

/// The kind of result that a sign-in returns.
#if canImport(ObjectiveC)
@objc(AMZNAuthorizationGrantType)
#endif
public enum AMZNAuthorizationGrantType: UInt, Sendable {
    /// An access token.
    ///
    /// The session is stored and refreshed on the device.
    #if canImport(ObjectiveC)
    @objc(AMZNAuthorizationGrantTypeToken)
    #endif
    case token = 0
    /// An authorization code that the app's own server redeems.
    ///
    /// Nothing is stored on the device.
    #if canImport(ObjectiveC)
    @objc(AMZNAuthorizationGrantTypeCode)
    #endif
    case code = 1
}

/// A policy for showing the sign-in page in ``AMZNAuthorizationManager/authorize(_:withHandler:)``.
#if canImport(ObjectiveC)
@objc(AMZNInteractiveStrategy)
#endif
public enum AMZNInteractiveStrategy: UInt, Sendable {
    /// Shows the page only if no stored session has all scopes, or the server has ended it.
    #if canImport(ObjectiveC)
    @objc(AMZNInteractiveStrategyAuto)
    #endif
    case auto = 0
    /// Never shows the page: fails with ``kAMZNLWAApplicationNotAuthorized`` where it would be needed.
    #if canImport(ObjectiveC)
    @objc(AMZNInteractiveStrategyNever)
    #endif
    case never = 1
    /// Always shows the page, after removing the stored session.
    #if canImport(ObjectiveC)
    @objc(AMZNInteractiveStrategyAlways)
    #endif
    case always = 2
}

/// A region of Amazon's hosts.
///
/// Ignored by a Gatehouse server.
#if canImport(ObjectiveC)
@objc(AMZNRegion)
#endif
public enum AMZNRegion: Int, Sendable {
    /// The hosts in the API key.
    #if canImport(ObjectiveC)
    @objc(AMZNRegionAuto)
    #endif
    case auto = 0
    /// North America.
    #if canImport(ObjectiveC)
    @objc(AMZNRegionNA)
    #endif
    case NA = 1
    /// Europe.
    #if canImport(ObjectiveC)
    @objc(AMZNRegionEU)
    #endif
    case EU = 2
    /// The Far East.
    #if canImport(ObjectiveC)
    @objc(AMZNRegionFE)
    #endif
    case FE = 3

    var amazonRegion: AmazonRegion {
        switch self {
        case .auto: .automatic
        case .NA: .northAmerica
        case .EU: .europe
        case .FE: .farEast
        }
    }
}
