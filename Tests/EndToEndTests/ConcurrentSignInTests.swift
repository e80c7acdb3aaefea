import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Signs in to one account in many tabs of one browser at once, on each store.
@Suite(.timeLimit(.minutes(2))) struct ConcurrentSignInTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"
    private static let callback = "https://app.example.com/callback"

    private func world(_ backend: Backend) async throws -> World {
        var limits = RateLimits()
        limits.passwordFailuresPerAccount = .init(0, per: 1)
        limits.failuresPerAddress = .init(0, per: 1)
        let world = try await World(on: backend, limits: limits) {
            $0.skipsConsent = true
            $0.redirectURIs = [Self.callback]
        }
        _ = try await world.server.users.add(email: email, password: password)
        return world
    }

    /// Opens the password page in a new tab, and returns its form.
    private func passwordForm(in browser: ScriptedBrowser, _ world: World) async throws -> [String: String] {
        var parameters = Parameters()
        parameters.append(.clientID, "app")
        parameters.append(.redirectURI, Self.callback)
        parameters.append(.responseType, ResponseType.code.rawValue)
        parameters.append(.scope, "openid")
        parameters.append(.prompt, "login")
        parameters.append(.codeChallenge, String(repeating: "A", count: 43))
        parameters.append(.codeChallengeMethod, CodeChallengeMethod.s256.rawValue)
        let page = world.server.issuer.absoluteString + "/oauth2/authorize?" + parameters.formEncoded
        await browser.open(try #require(URL(string: page)))
        try await browser.submit(["email": email], action: "password")
        var values = try #require(await browser.forms.last { $0.fields.contains("password") }?.values)
        values["password"] = password
        return values
    }

    @Test(arguments: Backend.allCases)
    func leavesOneLiveSession(backend: Backend) async throws {
        let world = try await world(backend)
        let browser = ScriptedBrowser(on: world.server)
        let account = try #require(try await world.server.store.account(.email, email))
        for isSignedIn in [false, true] {
            var forms: [Parameters] = []
            for _ in 0..<50 {
                let values = try await passwordForm(in: browser, world)
                forms.append(Parameters(values.map { .init(name: $0.key, value: $0.value) }))
            }
            var cookies: [String] = []
            for name in ["browser", "session", "device"].map({ "__Host-gatehouse-" + $0 }) {
                if let value = await browser.cookie(name) { cookies.append("\(name)=\(value)") }
            }
            let cookie = cookies.joined(separator: "; ")
            #expect(cookies.count == (isSignedIn ? 3 : 1))
            let statuses = await withTaskGroup(of: Bool.self) { group in
                for form in forms {
                    group.addTask {
                        var request = HTTPRequest(
                            method: .post,
                            scheme: "https",
                            authority: "login.example.com",
                            path: "/sign-in"
                        )
                        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
                        request.headerFields[.cookie] = cookie
                        let response = await world.server.answer(
                            request,
                            body: Data(form.formEncoded.utf8),
                            address: "198.51.100.7"
                        )
                        return response.fields[.location]?.contains("code=") == true
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: true, count: 50))
            #expect(try await world.server.store.browserSessions(of: account.id).count == 1)
            guard !isSignedIn else { continue }
            _ = try await passwordForm(in: browser, world)
            try await browser.submit(["password": password])
            #expect(try await world.server.store.browserSessions(of: account.id).count == 1)
        }
    }
}
