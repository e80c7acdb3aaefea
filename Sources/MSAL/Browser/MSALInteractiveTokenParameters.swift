import Foundation
import GatehouseWire

/// Which tokens are wanted, from somebody who is asked for them in the browser.
public final class MSALInteractiveTokenParameters: MSALTokenParameters {
    /// What the server's pages ask for in any case.
    public var promptType = MSALPromptType.default
    /// What the person probably signs in with.
    public var loginHint: String?
    /// The identity provider to sign in with, where the server has several: sent as `domain_hint`.
    public var domainHint: String?
    /// What the person is asked for as well, for later.
    public var extraScopesToConsent: [String]?
    /// How the server's pages are shown.
    public let webviewParameters: MSALWebviewParameters

    /// Parameters with the defaults.
    ///
    /// - Parameters:
    ///   - scopes: What the access token is for.
    ///   - webviewParameters: How the server's pages are shown.
    public init(scopes: [String], webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters
        super.init(scopes: scopes)
    }

    /// The parameters of the server's page that are not the protocol's own; the hint goes before a parameter of its
    /// name, as with the vendor.
    var pageParameters: [String: String] {
        var parameters = extraQueryParameters ?? [:]
        if let domainHint { parameters[ParameterName.domainHint.rawValue] = domainHint }
        return parameters
    }

    /// Parameters with the defaults.
    ///
    /// - Parameter scopes: What the access token is for.
    public convenience override init(scopes: [String]) {
        self.init(scopes: scopes, webviewParameters: MSALWebviewParameters())
    }
}
