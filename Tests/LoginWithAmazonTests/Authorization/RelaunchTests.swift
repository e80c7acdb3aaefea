import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct RelaunchTests {
        /// A network that is not there.
        private struct NoNetwork: HTTPTransport {
            func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
                throw TransportError(.unreachable, "There is no network.")
            }
        }

        /// A browser outside of the app, which the system ends as soon as the page is shown.
        private struct LastSight: UserAgent {
            let file: URL

            func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
                let page = visit.page(redirectingTo: visit.redirectURI)
                try? Data(page.absoluteString.utf8).write(to: file)
                kill(getpid(), SIGKILL)
                return .closed
            }
        }

        @Test(.timeLimit(.minutes(1)), arguments: Backend.allCases)
        func theRedirectEndsASignInWhoseProcessWasKilled(backend: Backend) async throws {
            let world = try await backend.world()
            let directory = FileManager.default.temporaryDirectory.appending(path: "lwa-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let key = world.apiKey.text(signature: Data(repeating: 7, count: 256))
            let now = world.device.clock.now.timeIntervalSince1970

            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = directory.path as String, key = key as String, now = now as Double] in
                AMZNAuthorizationManager.configure(apiKey: key, bundleIdentifier: nil) { configuration in
                    configuration.redirectURI = URL(string: Device.redirectURI)
                    configuration.tokenStore = FileTokenStore(directory: URL(filePath: path), protection: .plaintext)
                    configuration.userAgent = LastSight(file: URL(filePath: path + "/page"))
                    configuration.transport = NoNetwork()
                    configuration.environment.now = { Date(timeIntervalSince1970: now) }
                }
                _ = await Calls.authorize()
            }

            let text = try String(contentsOf: directory.appending(path: "page"), encoding: .utf8)
            let page = try #require(URL(string: text))
            let redirect = try #require(try await world.visit(page, .agrees))
            world.launch { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            // The old call and the new one are one: either may be the first.
            #expect(Version2.calls.handleOpen(redirect, nil))
            while await Calls.authorize([AMZNProfileScope.profile()], .never).token == nil { await Task.yield() }
            #expect(world.device.stage.pages == [])
            #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
        }

        @Test func aRedirectMayBeTheFirstThatAProcessHears() async throws {
            let world = try RecordedWorld()
            let key = world.apiKey.text(signature: Data(repeating: 7, count: 256))
            await #expect(processExitsWith: .success) { [key = key as String] in
                let redirect = try #require(URL(string: Device.redirectURI + "&code=x&state=y"))
                #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
                #expect(!Version2.calls.handleOpen(redirect, nil))
                #expect(Version2.calls.getClientId() == nil)
                #expect(Version2.calls.getRedirectUri() == nil)
                // That there was no key yet is not remembered.
                let directory = FileManager.default.temporaryDirectory.appending(path: "lwa-\(UUID().uuidString)")
                AMZNAuthorizationManager.configure(apiKey: key, bundleIdentifier: nil) { configuration in
                    configuration.tokenStore = FileTokenStore(directory: directory, protection: .plaintext)
                    configuration.transport = NoNetwork()
                }
                #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
                #expect(Version2.calls.getRedirectUri() == Device.redirectURI)
                #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
            }
        }

        @Test func anotherProcessFindsThePersonSignedInWithoutANetwork() async throws {
            let world = try RecordedWorld()
            let directory = FileManager.default.temporaryDirectory.appending(path: "lwa-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            world.launch { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            let outcome = await Calls.authorize([AMZNProfileScope.profile(), AMZNProfileScope.postalCode()])
            let token = try #require(outcome.token)
            let userID = try #require(outcome.userID)
            let key = world.apiKey.text(signature: Data(repeating: 7, count: 256))
            let now = world.device.clock.now.timeIntervalSince1970

            await #expect(processExitsWith: .success) {
                [
                    path = directory.path as String, key = key as String, token = token as String,
                    userID = userID as String, now = now as Double
                ] in
                AMZNAuthorizationManager.configure(apiKey: key, bundleIdentifier: nil) { configuration in
                    configuration.tokenStore = FileTokenStore(directory: URL(filePath: path), protection: .plaintext)
                    configuration.transport = NoNetwork()
                    configuration.environment.now = { Date(timeIntervalSince1970: now + 60) }
                }
                let outcome = await Calls.authorize([AMZNProfileScope.profile()], .never)
                #expect((outcome.token, outcome.userID) == (token, userID))
                #expect(outcome.profile?[AMZNUserPostalCodeKey] == "98101")
                #expect(await Version2.told { $0.getAccessToken(["profile"], nil, $1) }.text == token)
                exit(outcome.token == token ? EXIT_SUCCESS : EXIT_FAILURE)
            }
        }
    }
}
