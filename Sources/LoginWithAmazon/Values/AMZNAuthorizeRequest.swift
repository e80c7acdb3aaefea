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
public enum AMZNAuthorizationGrantType: UInt, Sendable {
    /// An access token.
    ///
    /// The session is stored and refreshed on the device.
    case token = 0
    /// An authorization code that the app's own server redeems.
    ///
    /// Nothing is stored on the device.
    case code = 1
}

/// A policy for showing the sign-in page in ``AMZNAuthorizationManager/authorize(_:withHandler:)``.
public enum AMZNInteractiveStrategy: UInt, Sendable {
    /// Shows the page only if no stored session has all scopes, or the server has ended it.
    case auto = 0
    /// Never shows the page: fails with ``kAMZNLWAApplicationNotAuthorized`` where it would be needed.
    case never = 1
    /// Always shows the page, after removing the stored session.
    case always = 2
}

/// A region of Amazon's hosts.
///
/// Ignored by a Gatehouse server.
public enum AMZNRegion: Int, Sendable {
    /// The hosts in the API key.
    case auto = 0
    /// North America.
    case NA = 1
    /// Europe.
    case EU = 2
    /// The Far East.
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
