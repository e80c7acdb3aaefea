import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

extension Facade {
    /// What our server does on top of what Amazon's documentation says.
    @Suite struct OwnServerTests {
        @Test func whoIsSignedInInTheBrowserIsNotAskedToSignIn() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Calls.authorize([AMZNProfileScope.userID()])
            let mails = try await world.server.mailCount
            #expect(mails == 1)
            #expect(await Calls.authorize().token != nil)
            #expect(try await world.server.mailCount == mails)
            #expect(world.device.stage.pages.count == 2)
        }

        @Test func aSignOutEndsTheSessionAndTheSignInOfTheBrowser() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            let first = await Calls.authorize()
            #expect(try await world.liveSessions() == 1)
            #expect(await Calls.signOut() == nil)
            #expect(try await world.liveSessions() == 0)
            #expect(world.device.network.count(AmazonRevocationEndpoint.path) == 1)
            #expect(try await world.device.stored(world.apiKey)?.outbox == [])
            #expect(await Calls.authorize().userID == first.userID)
            #expect(try await world.server.mailCount == 2)
        }

        @Test func theServerHearsLaterOfASignOutWithoutANetwork() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Calls.authorize()
            world.device.network.setDown(true)
            #expect(await Calls.signOut() == nil)
            #expect(try await world.liveSessions() == 1)
            #expect(try await world.device.stored(world.apiKey)?.outbox.count == 1)
            world.device.network.setDown(false)
            world.launch()
            #expect(await Calls.signOut() == nil)
            while try await world.device.stored(world.apiKey)?.outbox.isEmpty == false { await Task.yield() }
            #expect(try await world.liveSessions() == 0)
        }

        @Test func theServerHearsOfAnEarlierSignOutBeforeTheNextSignIn() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Calls.authorize()
            world.device.network.setDown(true)
            #expect(await Calls.signOut() == nil)
            world.device.network.setDown(false)
            #expect(await Calls.authorize().token != nil)
            #expect(try await world.server.mailCount == 2)
            #expect(try await world.liveSessions() == 1)
        }

        @Test func alwaysEndsTheSignInOfTheBrowserFirst() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Calls.authorize()
            #expect(await Calls.authorize([AMZNProfileScope.profile()], .always).token != nil)
            #expect(try await world.server.mailCount == 2)
            #expect(try await world.liveSessions() == 1)
        }

        @Test func version2ClearsTheDeviceAlone() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Calls.authorize()
            #expect(await Version2.told { $0.clearAuthorizationState($1) }.error == nil)
            #expect(try await world.device.stored(world.apiKey)?.grants == [])
            #expect(try await world.device.stored(world.apiKey)?.outbox == [])
            #expect(try await world.liveSessions() == 1)
            #expect(await Version2.told { $0.authorizeUser(["profile"], $1) }.error == nil)
            #expect(try await world.server.mailCount == 1)
        }

        @Test func whatThePersonLeavesOutIsNotGranted() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Calls.authorize([AMZNProfileScope.userID()])
            let voluntary = AMZNScopeFactory.scope(withName: "postal_code", data: ["essential": false])
            world.device.stage.next(.leaves)
            async let outcome = Calls.authorize([AMZNProfileScope.profile(), voluntary])
            var pages = world.device.stage.left.makeAsyncIterator()
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

        @Test func anotherPersonHasAnotherProfileAtOnce() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            let ada = await Calls.authorize()
            world.bobIsNext()
            let bob = await Calls.authorize([AMZNProfileScope.profile()], .always)
            #expect(bob.error == nil)
            #expect(bob.userID != ada.userID)
            #expect(bob.profile?[AMZNUserEmailKey] == "bob@example.com")
            #expect(await Calls.fetch().profile == bob.profile)
            #expect(try await world.device.stored(world.apiKey)?.grants.map(\.account.id) == [bob.userID ?? ""])
        }

        @Test func anAppIsTestedWithAFewLines() async throws {
            let server = TestServer()
            let person = ScriptedPerson(email: "ada@example.com")
            AMZNAuthorizationManager.configure(apiKey: try await server.addAmazonApp()) { configuration in
                server.prepare(&configuration, person: person)
            }
            let result = try await AMZNAuthorizationManager.shared().authorize(.asking())
            #expect(result.user?.email == "ada@example.com")
        }

        @Test func aPersonWhoSaysNoOnAnotherDeviceHasDenied() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            let request = AMZNCreateCodePairRequest()
            request.scopes = [AMZNProfileScope.profile()]
            let code = try await AMZNCodePairManager.shared().createCodePair(request).userCode
            try await world.type(code, .refuses)
            let denied = await withCheckedContinuation { continuation in
                let wait = AMZNGetTokenRequest()
                wait.scopes = [AMZNProfileScope.profile()]
                AMZNCodePairManager.shared().getToken(wait) { result, error in
                    continuation.resume(returning: result == nil ? error.map(ErrorCode.init) : nil)
                }
            }
            #expect(denied?.code == kAMZNLWAAccessDenied)
        }

        @Test func aCodeIsRedeemedByWhoHasTheVerifier() async throws {
            let world = try await GatehouseWorld()
            world.launch()
            let request = AMZNAuthorizeRequest.asking()
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
}
