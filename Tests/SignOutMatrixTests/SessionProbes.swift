import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import KiiSDK
import Testing

/// The credentials of Ada's apps and browser before the event; checks whether the server still accepts them.
struct SessionProbes: Sendable {
    static let website = "website"

    /// A refresh token and the client that it was issued to.
    struct IssuedToken: Sendable {
        let clientID: String
        let token: Secret
    }

    let server: TestServer
    let browser: ScriptedBrowser
    let amazon: IssuedToken
    let msal: IssuedToken
    let kiiApp: TestKiiApp
    let kiiToken: String
    let amazonToken: String

    func outcome(at location: SignInLocation) async throws -> SessionOutcome {
        switch location {
        case .amazon: try await isRefreshable(amazon) ? .stays : .ends
        case .msal: try await isRefreshable(msal) ? .stays : .ends
        case .kii where try await !isAccepted(kiiToken): .ends
        case .kii: KiiUser.current()?.accessToken == kiiToken ? .stays : .leavesDevice
        case .kiiByToken: try await isAccepted(amazonToken) ? .stays : .ends
        case .browser: try await isSignedIn() ? .stays : .ends
        }
    }

    private func isRefreshable(_ issued: IssuedToken) async throws -> Bool {
        let form = Parameters([
            .grantType: GrantType.refreshToken.rawValue, .refreshToken: issued.token.reveal(),
            .clientID: issued.clientID,
        ])
        return try await post(form, to: TokenEndpoint.url(issuer: server.issuer)) == .ok
    }

    /// Returns whether the server accepts the token as a user token of the Kii app.
    private func isAccepted(_ token: String) async throws -> Bool {
        guard let me = URL(string: "\(kiiApp.url)/apps/\(kiiApp.appID)/users/me") else { return false }
        var request = HTTPRequest(method: .get, url: me)
        request.headerFields[.authorization] = "Bearer \(token)"
        return try await send(request, nil) == .ok
    }

    /// Returns whether the browser signs in to another website without interaction.
    private func isSignedIn() async throws -> Bool {
        let parameters = Parameters([
            .clientID: Self.website, .responseType: "code", .redirectURI: "https://www.example.com/back",
            .scope: "openid", .prompt: "none",
        ])
        let page = AuthorizationEndpoint.url(issuer: server.issuer)
        await browser.open(try #require(URL(string: "\(page)?\(parameters.formEncoded)")))
        return await browser.location.query()?.contains("code=") ?? false
    }

    func post(_ form: Parameters, to url: URL) async throws -> HTTPResponse.Status {
        var request = HTTPRequest(method: .post, url: url)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        return try await send(request, Data(form.formEncoded.utf8))
    }

    private func send(_ request: HTTPRequest, _ body: Data?) async throws -> HTTPResponse.Status {
        try await InProcessTransport(to: server).send(request, body: body).0.status
    }
}
