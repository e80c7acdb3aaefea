import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import KiiSDK
import LoginWithAmazon
import MSAL
import Testing

/// Ada, with an app of each kind on one device, and a browser; signed in everywhere.
struct Apps {
    static let email = "ada@example.com"
    static let password = "Rowing 7 lanterns home"

    let server = TestServer()
    let browser: ScriptedBrowser
    let msal: MSALNativeAuthUserAccountResult
    let msalApp: MSALNativeAuthPublicClientApplication
    let probes: Probes

    /// Signs up with `MSAL`, signs in with `LoginWithAmazon`, takes that token to `KiiUser`, and logs in there with the password too.
    init() async throws {
        let transport = InProcessTransport(to: server)
        browser = ScriptedBrowser(on: server)
        let key = try await server.addAmazonApp()
        let amazonID = try AmazonAPIKey(key).clientID
        try await server.addNativeApp("msal-app")
        let kii = try await server.addKiiApp(acceptingTokensOf: [amazonID])
        try await server.addWebsite()

        msalApp = try Self.msalApp(on: server, transport)
        msal = try await Self.signUp(msalApp, on: server)

        let stores = (amazon: MemoryTokenStore(), kii: MemoryTokenStore())
        AMZNAuthorizationManager.configure(apiKey: key, bundleIdentifier: "com.example.app") { [server, browser] in
            let ada = ScriptedPerson(email: Self.email, password: Self.password)
            server.prepare(&$0, person: ada, browser: browser)
            $0.tokenStore = stores.amazon
        }
        let amazonToken = try await Self.authorize()

        Kii.begin(withID: kii.appID, andKey: kii.appKey, andCustomURL: kii.url) { [server] in
            server.prepare(&$0)
            $0.tokenStore = stores.kii
        }
        let switched = try KiiUser.authenticate(withTokenSynchronous: amazonToken)
        #expect(switched.email == Self.email)
        let kiiUser = try KiiUser.authenticateSynchronous(Self.email, withPassword: Self.password)
        #expect(kiiUser.userID == switched.userID)

        let amazon = try #require(try await stores.amazon.loadAll().first?.refreshToken)
        let msalGrant = try #require(try await msalApp.refreshToken())
        probes = Probes(
            server: server,
            browser: browser,
            amazon: (amazonID, amazon),
            msal: ("msal-app", msalGrant),
            kiiToken: try #require(kiiUser.accessToken),
            amazonToken: amazonToken
        )
    }
}
