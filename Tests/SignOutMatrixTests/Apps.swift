import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK
import LoginWithAmazon
import MSAL
import Testing

/// One app of each kind and a browser on Ada's device, all signed in.
struct Apps {
    static let email = "ada@example.com"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"
    static let msalID = "msal-app"

    let server = TestServer()
    let browser: ScriptedBrowser
    let msalApp: MSALNativeAuthPublicClientApplication
    let msal: MSALNativeAuthUserAccountResult
    let probes: SessionProbes

    /// Signs up with `MSAL`, signs in with `LoginWithAmazon`, signs in to `KiiUser` with that token and then again with
    /// the password.
    init() async throws {
        let (server, browser) = (self.server, ScriptedBrowser(on: self.server))
        self.browser = browser
        let key = try await server.clients.addAmazon()
        let amazonKey = try AmazonAPIKey(key)
        let kii = try await server.clients.addKii(options: .init(acceptedClients: [amazonKey.clientID]))
        try await server.clients.addNative(Self.msalID)
        try await Self.addWebsite(to: server)

        let stores = (amazon: MemoryTokenStore(), msal: MemoryTokenStore())
        msalApp = try Self.msalApp(on: server, stores.msal)
        msal = try await Self.signUp(msalApp, on: server)

        AMZNAuthorizationManager.configure(apiKey: key, bundleIdentifier: "com.example.app") {
            $0.connect(to: server, user: ScriptedUser(email: Self.email, password: Self.password), browser: browser)
            $0.tokenStore = stores.amazon
        }
        let amazonToken = try await Self.authorize()

        Kii.begin(withID: kii.appID, andKey: kii.appKey, andCustomURL: kii.url) {
            $0.connect(to: server)
        }
        let switched = try KiiUser.authenticate(withTokenSynchronous: amazonToken)
        let loggedIn = try KiiUser.authenticateSynchronous(Self.email, withPassword: Self.password)
        #expect(loggedIn.userID == switched.userID)
        #expect(loggedIn.email == Self.email)

        probes = SessionProbes(
            server: server,
            browser: browser,
            amazon: try await Self.stored(in: stores.amazon, issuer: server.issuer, clientID: amazonKey.clientID),
            msal: try await Self.stored(
                in: stores.msal,
                issuer: server.issuer.appending(path: "default"),
                clientID: Self.msalID
            ),
            kiiApp: kii,
            kiiToken: try #require(loggedIn.accessToken),
            amazonToken: amazonToken
        )
    }
}
