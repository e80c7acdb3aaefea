import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct RelaunchTests {
    /// A transport without a network connection.
    private struct OfflineTransport: HTTPTransport {
        func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
            throw TransportError(.unreachable, "The network is unavailable.")
        }
    }

    /// A user agent that terminates the process once the page is shown.
    private struct TerminatingUserAgent: UserAgent {
        let file: URL

        func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
            let page = request.url(redirectURI: request.redirectURI)
            try? Data(page.absoluteString.utf8).write(to: file)
            kill(getpid(), SIGKILL)
            return .dismissed
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: Backend.allCases)
    func completesSignInAfterProcessWasKilled(backend: Backend) async throws {
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
                configuration.userAgent = TerminatingUserAgent(file: URL(filePath: path + "/page"))
                configuration.transport = OfflineTransport()
                configuration.environment.now = { Date(timeIntervalSince1970: now) }
            }
            _ = await Calls.authorize()
        }

        let text = try String(contentsOf: directory.appending(path: "page"), encoding: .utf8)
        let page = try #require(URL(string: text))
        let redirect = try #require(try await world.visit(page, .agrees))
        world.launch { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
        // Both API versions share the state: either may be called first.
        #expect(Version2.calls.handleOpen(redirect, nil))
        try await waitUntil { await Calls.authorize([AMZNProfileScope.profile()], .never).token != nil }
        #expect(world.device.userAgent.pages == [])
        #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
    }

    @Test func ignoresRedirectBeforeConfiguration() async throws {
        let world = try RecordedWorld()
        let key = world.apiKey.text(signature: Data(repeating: 7, count: 256))
        await #expect(processExitsWith: .success) { [key = key as String] in
            let redirect = try #require(URL(string: Device.redirectURI + "&code=x&state=y"))
            #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
            #expect(!Version2.calls.handleOpen(redirect, nil))
            #expect(Version2.calls.getClientId() == nil)
            #expect(Version2.calls.getRedirectUri() == nil)
            // The missing key was not cached.
            let directory = FileManager.default.temporaryDirectory.appending(path: "lwa-\(UUID().uuidString)")
            AMZNAuthorizationManager.configure(apiKey: key, bundleIdentifier: nil) { configuration in
                configuration.tokenStore = FileTokenStore(directory: directory, protection: .plaintext)
                configuration.transport = OfflineTransport()
            }
            #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
            #expect(Version2.calls.getRedirectUri() == Device.redirectURI)
            #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
        }
    }

    @Test func findsStoredSessionInNewProcessOffline() async throws {
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
                configuration.transport = OfflineTransport()
                configuration.environment.now = { Date(timeIntervalSince1970: now + 60) }
            }
            let outcome = await Calls.authorize([AMZNProfileScope.profile()], .never)
            #expect((outcome.token, outcome.userID) == (token, userID))
            #expect(outcome.profile?[AMZNUserPostalCodeKey] == "98101")
            #expect(await Version2.perform { $0.getAccessToken(["profile"], params: nil, $1) }.text == token)
            exit(outcome.token == token ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
