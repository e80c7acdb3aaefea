#if os(macOS) || os(Linux)
import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct LoopbackTests {
    /// A browser that follows the redirect to the loopback address.
    private struct Browser: BrowserLauncher {
        let world: any World

        func open(_ page: URL) async throws(AuthError) {
            do {
                let redirect = try #require(try await world.visit(page, .agrees))
                let request = HTTPRequest(
                    method: .get,
                    scheme: "http",
                    authority: "127.0.0.1:\(redirect.port ?? 0)",
                    path: redirect.path + "?" + (redirect.query(percentEncoded: true) ?? "")
                )
                _ = try await URLSessionTransport().send(request, body: nil)
            } catch {
                throw AuthError(.browserUnavailable, "The browser failed: \(error)")
            }
        }
    }

    /// A browser that opens no page.
    private struct UnresponsiveBrowser: BrowserLauncher {
        func open(_ page: URL) async throws(AuthError) {}
    }

    @Test(arguments: Backend.allCases)
    func reportsAbandonedSignInAsCancelled(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch { configuration in
            configuration.redirectURI = nil
            configuration.userAgent = LoopbackUserAgent(browser: UnresponsiveBrowser(), sleep: { _ in })
        }
        let outcome = await Calls.authorize()
        #expect(outcome.isExactlyOneOutcome)
        #expect(outcome.isCancelled)
        let error = await #expect(throws: NSError.self) {
            _ = try await AMZNAuthorizationManager.shared().authorize(.request())
        }
        #expect(error.map(ErrorCode.init)?.code == kAMZNLWAErrorUserInterrupted)
        #expect(await Version2.perform { $0.authorizeUser(["profile"], $1) }.error == kAIErrorUserInterrupted)
    }

    @Test(arguments: Backend.allCases)
    func returnsRedirectURIOfLastCodeInVersion2(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch { configuration in
            configuration.redirectURI = nil
            configuration.userAgent = LoopbackUserAgent(browser: Browser(world: world))
        }
        #expect(Version2.calls.getRedirectUri() == Device.redirectURI)
        let options: [AnyHashable: Any] = [
            kAIOptionReturnAuthCode: true,
            kAIOptionCodeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            kAIOptionCodeChallengeMethod: "S256",
        ]
        var statuses: [Int] = []
        for isRight in [true, false] {
            let delegateCall = await Version2.perform { $0.authorizeUser(["profile"], $1, options: options) }
            let code = try #require(delegateCall.text)
            let redirectURI = try #require(Version2.calls.getRedirectUri())
            #expect(redirectURI.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/callback/) != nil)
            statuses.append(try await redeem(code, isRight ? redirectURI : Device.redirectURI, in: world))
        }
        #expect(statuses == [200, 400])
        world.launch()
        #expect(Version2.calls.getRedirectUri() == Device.redirectURI)
    }

    /// Redeems a code as the app's server, with the verifier of RFC 7636 appendix B.
    private func redeem(_ code: String, _ redirectURI: String, in world: any World) async throws -> Int {
        let request = AmazonTokenRequest(
            grant: .authorizationCode(
                Secret(code),
                redirectURI: redirectURI,
                codeVerifier: CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
            ),
            client: ClientCredentials(clientID: world.apiKey.clientID)
        )
        let (response, _) = try await world.device.network.send(
            .form(AmazonTokenEndpoint.path, at: world.apiKey.endpoints.token),
            body: Data(request.parameters.formEncoded.utf8)
        )
        return response.status.code
    }

    @Test(arguments: Backend.allCases)
    func signsInWithLoopbackRedirect(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch { configuration in
            configuration.redirectURI = nil
            configuration.userAgent = LoopbackUserAgent(browser: Browser(world: world))
        }
        let outcome = await Calls.authorize()
        #expect(outcome.error == nil)
        #expect(outcome.token?.hasPrefix("Atza|") == true)
        let request = AMZNAuthorizeRequest.request()
        request.grantType = .code
        request.codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        request.codeChallengeMethod = "S256"
        let code = await Calls.authorize(request)
        #expect(code.code?.isEmpty == false)
        #expect(code.redirectURI?.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/callback/) != nil)
    }
}
#endif
