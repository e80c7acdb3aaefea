import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

/// Behavior of the Gatehouse server beyond Amazon's documentation.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct GatehouseBackendTests {
    @Test func reusesBrowserSession() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        _ = await Calls.authorize([AMZNProfileScope.userID()])
        let mails = try await world.server.mailCount
        #expect(mails == 1)
        #expect(await Calls.authorize().token != nil)
        #expect(try await world.server.mailCount == mails)
        #expect(world.device.userAgent.pages.count == 2)
    }

    @Test func endsSessionAndBrowserSessionOnSignOut() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let first = await Calls.authorize()
        #expect(try await world.activeSessionCount() == 1)
        #expect(await Calls.signOut() == nil)
        #expect(try await world.activeSessionCount() == 0)
        #expect(world.device.network.count(AmazonRevocationEndpoint.path) == 1)
        #expect(try await world.device.stored(world.apiKey)?.pendingRevocations == [])
        #expect(await Calls.authorize().userID == first.userID)
        #expect(try await world.server.mailCount == 2)
    }

    @Test func revokesTokensAfterOfflineSignOut() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        _ = await Calls.authorize()
        world.device.network.setReachable(false)
        #expect(await Calls.signOut() == nil)
        #expect(try await world.activeSessionCount() == 1)
        #expect(try await world.device.stored(world.apiKey)?.pendingRevocations.count == 1)
        world.device.network.setReachable(true)
        world.launch()
        #expect(await Calls.signOut() == nil)
        try await waitUntil { try await world.device.stored(world.apiKey)?.pendingRevocations.isEmpty != false }
        #expect(try await world.activeSessionCount() == 0)
    }

    @Test func sendsPendingRevocationBeforeNextSignIn() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        _ = await Calls.authorize()
        world.device.network.setReachable(false)
        #expect(await Calls.signOut() == nil)
        world.device.network.setReachable(true)
        #expect(await Calls.authorize().token != nil)
        #expect(try await world.server.mailCount == 2)
        #expect(try await world.activeSessionCount() == 1)
    }

    @Test func endsBrowserSessionBeforePageWithAlwaysStrategy() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        _ = await Calls.authorize()
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .always).token != nil)
        #expect(try await world.server.mailCount == 2)
        #expect(try await world.activeSessionCount() == 1)
    }

    @Test func removesOnlyStoredSessionInVersion2() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        _ = await Calls.authorize()
        #expect(await Version2.perform { $0.clearAuthorizationState($1) }.error == nil)
        #expect(try await world.device.stored(world.apiKey)?.sessions == [])
        #expect(try await world.device.stored(world.apiKey)?.pendingRevocations == [])
        #expect(try await world.activeSessionCount() == 1)
        #expect(await Version2.perform { $0.authorizeUser(["profile"], $1) }.error == nil)
        #expect(try await world.server.mailCount == 1)
    }

    @Test func omitsDeclinedOptionalScope() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        _ = await Calls.authorize([AMZNProfileScope.userID()])
        let optional = AMZNScopeFactory.scope(withName: "postal_code", data: ["essential": false])
        world.device.userAgent.next(.leaves)
        async let outcome = Calls.authorize([AMZNProfileScope.profile(), optional])
        var pages = world.device.userAgent.abandonedPages.makeAsyncIterator()
        await world.browser.open(try #require(await pages.next()))
        try await world.browser.submit(["share.postal_code": ""], action: "continue")
        #expect(AMZNAuthorizationManager.handleOpen(await world.browser.location, sourceApplication: nil))
        #expect(
            await outcome.profile?.keys.sorted() == [AMZNUserEmailKey, AMZNUserNameKey, AMZNUserIDKey].sorted()
        )
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token == outcome.token)
        let missing = await Calls.authorize([AMZNProfileScope.postalCode()], .never)
        #expect(missing.error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test func replacesCachedProfileWhenUserChanges() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let ada = await Calls.authorize()
        world.signInAsBobNext()
        let bob = await Calls.authorize([AMZNProfileScope.profile()], .always)
        #expect(bob.error == nil)
        #expect(bob.userID != ada.userID)
        #expect(bob.profile?[AMZNUserEmailKey] == "bob@example.com")
        #expect(await Calls.fetch().profile == bob.profile)
        #expect(try await world.device.stored(world.apiKey)?.sessions.map(\.account.id) == [bob.userID ?? ""])
    }

    @Test func signsInWithTestServerConfiguration() async throws {
        let server = TestServer()
        let scriptedUser = ScriptedUser(email: "ada@example.com")
        AMZNAuthorizationManager.configure(apiKey: try await server.clients.addAmazon()) { configuration in
            configuration.connect(to: server, user: scriptedUser)
        }
        let result = try await AMZNAuthorizationManager.shared().authorize(.request())
        #expect(result.user?.email == "ada@example.com")
    }

    @Test func reportsDenialOnAnotherDevice() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let request = AMZNCreateCodePairRequest()
        request.scopes = [AMZNProfileScope.profile()]
        let code = try await AMZNCodePairManager.shared().createCodePair(request).userCode
        try await world.type(code, .denies)
        let denied = await withCheckedContinuation { continuation in
            let wait = AMZNGetTokenRequest()
            wait.scopes = [AMZNProfileScope.profile()]
            AMZNCodePairManager.shared().getToken(wait) { result, error in
                continuation.resume(returning: result == nil ? error.map(ErrorCode.init) : nil)
            }
        }
        #expect(denied?.code == kAMZNLWAAccessDenied)
    }

    @Test func redeemsCodeWithVerifier() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let request = AMZNAuthorizeRequest.request()
        request.grantType = .code
        request.codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        request.codeChallengeMethod = "S256"
        let outcome = await Calls.authorize(request)
        let verifier = try #require(CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        let exchange = AmazonTokenRequest(
            grant: .authorizationCode(
                Secret(try #require(outcome.code)),
                redirectURI: outcome.redirectURI,
                codeVerifier: verifier
            ),
            client: ClientCredentials(clientID: outcome.clientID)
        )
        let (response, body) = try await world.device.network.send(
            .form(AmazonTokenEndpoint.path, at: world.server.issuer),
            body: Data(exchange.parameters.formEncoded.utf8)
        )
        #expect(response.status == .ok)
        let tokens = try TokenResponse(body: body, fields: response.headerFields)
        #expect(tokens.accessToken.reveal().hasPrefix("Atza|"))
    }
}
