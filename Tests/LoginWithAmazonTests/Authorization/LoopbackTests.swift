#if os(macOS) || os(Linux)
import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct LoopbackTests {
        /// A browser that follows the redirect to this machine.
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
                    throw AuthError(.noBrowser, "The browser failed: \(error)")
                }
            }
        }

        @Test(arguments: Backend.allCases)
        func theSystemsBrowserComesBackToThisMachine(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch { configuration in
                configuration.redirectURI = nil
                configuration.userAgent = LoopbackUserAgent(browser: Browser(world: world))
            }
            let outcome = await Calls.authorize()
            #expect(outcome.error == nil)
            #expect(outcome.token?.hasPrefix("Atza|") == true)
            let request = AMZNAuthorizeRequest.asking()
            request.grantType = .code
            request.codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
            request.codeChallengeMethod = "S256"
            let code = await Calls.authorize(request)
            #expect(code.code?.isEmpty == false)
            #expect(code.redirectURI?.wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/callback/) != nil)
        }
    }
}
#endif
