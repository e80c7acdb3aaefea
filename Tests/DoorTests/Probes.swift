import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import KiiSDK
import Testing

/// What Ada's apps and her browser held before anything happened, and whether the server still takes it.
struct Probes: Sendable {
    static let website = "website"

    /// A refresh token with whose it is.
    struct Held: Sendable {
        let clientID: String
        let token: Secret
    }

    let server: TestServer
    let browser: ScriptedBrowser
    let amazon: Held
    let msal: Held
    let kiiApp: TestKiiApp
    let kiiToken: String
    let amazonToken: String

    func fate(of place: Place) async throws -> Fate {
        switch place {
        case .amazon: try await isRefreshed(amazon) ? .stays : .ends
        case .msal: try await isRefreshed(msal) ? .stays : .ends
        case .kii where try await !isTaken(kiiToken): .ends
        case .kii: KiiUser.current()?.accessToken == kiiToken ? .stays : .leavesTheDevice
        case .kiiByToken: try await isTaken(amazonToken) ? .stays : .ends
        case .browser: try await isSignedIn() ? .stays : .ends
        }
    }

    private func isRefreshed(_ held: Held) async throws -> Bool {
        let form = Parameters([
            .grantType: GrantType.refreshToken.rawValue, .refreshToken: held.token.reveal(), .clientID: held.clientID,
        ])
        return try await post(form, to: TokenEndpoint.url(issuer: server.issuer)) == .ok
    }

    /// Whether the token still tells the Kii app who its person is.
    private func isTaken(_ token: String) async throws -> Bool {
        guard let me = URL(string: "\(kiiApp.url)/apps/\(kiiApp.appID)/users/me") else { return false }
        var request = HTTPRequest(method: .get, url: me)
        request.headerFields[.authorization] = "Bearer \(token)"
        return try await send(request, nil) == .ok
    }

    /// Whether the browser gets in at one more website without a question.
    private func isSignedIn() async throws -> Bool {
        let question = Parameters([
            .clientID: Self.website, .responseType: "code", .redirectURI: "https://www.example.com/back",
            .scope: "openid", .prompt: "none",
        ])
        let page = AuthorizationEndpoint.url(issuer: server.issuer)
        await browser.open(try #require(URL(string: "\(page)?\(question.formEncoded)")))
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
