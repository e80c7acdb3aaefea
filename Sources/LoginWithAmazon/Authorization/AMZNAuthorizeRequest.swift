public import Foundation

/// What an app asks for when it signs somebody in; read once, when it is handed to the manager.
public final class AMZNAuthorizeRequest: NSObject {
    /// What the app needs, as ``AMZNScope`` objects; left empty, whatever grant is stored will do.
    public var scopes: [Any] = []
    /// When the sign-in page may be shown.
    public var interactiveStrategy: AMZNInteractiveStrategy = .auto
    /// What the sign-in ends with.
    public var grantType: AMZNAuthorizationGrantType = .token
    /// With ``AMZNAuthorizationGrantType/code``: what the app's server shows of its code verifier (RFC 7636 §4.2).
    public var codeChallenge: String = ""
    /// With ``AMZNAuthorizationGrantType/code``: how the challenge was made, `S256` or `plain`; left empty, `plain`.
    public var codeChallengeMethod: String = ""

    /// A request for nothing yet.
    public override init() {
        super.init()
    }
}
