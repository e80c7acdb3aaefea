public import Dispatch
public import Foundation
import GatehouseWire

/// The parameters of a token request.
public class MSALTokenParameters: MSALParameters {
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`.
    public var scopes: [String]
    /// The account to request tokens for.
    public var account: MSALAccount?
    /// The authority to use.
    ///
    /// Stored, without effect: the application's authority is used.
    public var authority: MSALAuthority?
    /// The claims to request in the tokens.
    public var claimsRequest: MSALClaimsRequest?
    /// Further query parameters of the sign-in page, by name and without percent encoding.
    ///
    /// Ignored by calls that show no page.
    public var extraQueryParameters: [String: String]?
    /// The correlation ID for logs; generated if `nil`.
    public var correlationId: UUID?

    /// Creates parameters with the default values.
    ///
    /// - Parameter scopes: The scopes of the access token.
    public init(scopes: [String]) {
        self.scopes = scopes
        super.init()
    }
}

/// The parameters common to calls with a completion block.
public class MSALParameters: NSObject {
    /// The queue for the completion block; the main queue by default.
    public var completionBlockQueue: DispatchQueue?

    /// Creates parameters with the default values.
    public override init() {
        super.init()
    }
}

/// The parameters of a token request with user interaction in the browser.
public final class MSALInteractiveTokenParameters: MSALTokenParameters {
    /// The prompt that the server's pages always show.
    public var promptType = MSALPromptType.default
    /// The username that the user probably signs in with.
    public var loginHint: String?
    /// The identity provider to use if the server has several, sent as `domain_hint`.
    public var domainHint: String?
    /// Further scopes that the user is asked to consent to, for later requests.
    public var extraScopesToConsent: [String]?
    /// The presentation of the server's pages.
    public let webviewParameters: MSALWebviewParameters

    /// Creates parameters with the default values.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the access token.
    ///   - webviewParameters: The presentation of the server's pages.
    public init(scopes: [String], webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters
        super.init(scopes: scopes)
    }

    /// The query parameters of the page that are not part of the protocol.
    ///
    /// As in the vendor's SDK, the hint takes precedence over an extra parameter of its name.
    var pageParameters: [String: String] {
        var parameters = extraQueryParameters ?? [:]
        if let domainHint { parameters[ParameterName.domainHint.rawValue] = domainHint }
        return parameters
    }

    /// Creates parameters with the default values.
    ///
    /// - Parameter scopes: The scopes of the access token.
    public convenience override init(scopes: [String]) {
        self.init(scopes: scopes, webviewParameters: MSALWebviewParameters())
    }
}

/// The parameters of a token request without user interaction.
public final class MSALSilentTokenParameters: MSALTokenParameters {
    /// A Boolean value that indicates whether to request a new access token although the cached one is valid.
    public var forceRefresh = false

    /// Creates parameters with the default values.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the access token.
    ///   - account: The account to request tokens for.
    public init(scopes: [String], account: MSALAccount) {
        super.init(scopes: scopes)
        self.account = account
    }
}

/// The parameters of a sign-out.
public final class MSALSignoutParameters: MSALParameters {
    /// The presentation of the server's pages.
    public let webviewParameters: MSALWebviewParameters
    /// A Boolean value that indicates whether the browser session ends too, which shows a page.
    public var signoutFromBrowser = false
    /// A Boolean value that indicates whether every app on the device removes the account.
    ///
    /// Without effect on other apps.
    public var wipeAccount = false

    /// A Boolean value that indicates whether all apps that share the vendor's cache remove their accounts.
    ///
    /// Without effect on other apps.
    public var wipeCacheForAllAccounts = false
    /// Further query parameters of the sign-out page, by name and without percent encoding.
    public var extraQueryParameters: [String: String]?

    /// Creates parameters with the default values.
    ///
    /// - Parameter webviewParameters: The presentation of the server's pages.
    public init(webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters
        super.init()
    }
}

/// The prompt that the server's pages always show.
#if canImport(ObjectiveC)
@objc(MSALPromptType)
#endif
public enum MSALPromptType: UInt, Sendable {
    /// Asks the user to choose an account.
    #if canImport(ObjectiveC)
    @objc(MSALPromptTypeSelectAccount)
    #endif
    case selectAccount
    /// Asks the user to sign in even if the browser has a session.
    #if canImport(ObjectiveC)
    @objc(MSALPromptTypeLogin)
    #endif
    case login
    /// Asks the user for consent.
    #if canImport(ObjectiveC)
    @objc(MSALPromptTypeConsent)
    #endif
    case consent
    /// Asks the user to create an account.
    #if canImport(ObjectiveC)
    @objc(MSALPromptTypeCreate)
    #endif
    case create
    /// Shows only the pages that are needed.
    #if canImport(ObjectiveC)
    @objc(MSALPromptTypePromptIfNecessary)
    #endif
    case promptIfNecessary

    /// The default prompt.
    public static let `default` = MSALPromptType.promptIfNecessary
}

extension MSALPromptType {
    /// The `prompt` parameter of the protocol.
    var prompt: [Prompt] {
        switch self {
        case .selectAccount: [.selectAccount]
        case .login: [.login]
        case .consent: [.consent]
        case .create: [.create]
        case .promptIfNecessary: []
        }
    }
}
