import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Fifty requests at once for one single-use thing, through the front door and on either store.
@Suite struct OneWinnerTests {
    private let verifier = CodeVerifier(random: Array(repeating: 7, count: 32))

    private func world(_ backend: Backend, asks: Bool = false) async throws -> World {
        try await World(on: backend) {
            $0.skipsConsent = !asks
            // Nothing but an https address can be remembered to have been agreed to, or skipped.
            $0.redirectURIs = [Self.callback]
        }
    }

    private static let callback = "https://app.example.com/callback"

    private func authorization() throws -> URL {
        var parameters = Parameters()
        parameters.append(.clientID, "app")
        parameters.append(.redirectURI, Self.callback)
        parameters.append(.responseType, ResponseType.code.rawValue)
        parameters.append(.scope, "openid offline_access")
        parameters.append(.codeChallenge, PKCE.challenge(for: verifier).rawValue)
        parameters.append(.codeChallengeMethod, CodeChallengeMethod.s256.rawValue)
        return try #require(URL(string: "https://login.example.com/oauth2/authorize?" + parameters.formEncoded))
    }

    /// A browser that has come back to the app with a code.
    private func code(_ world: World) async throws -> Secret {
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(try authorization())
        try await ScriptedPerson.ada.walk(browser, on: world.server)
        let answer = try AuthorizationResponse(callback: await browser.location)
        guard case .code(let code) = answer.outcome else { throw OAuthError(.accessDenied, "There is no code.") }
        return code
    }

    private func post(
        _ form: Parameters,
        to path: String,
        _ world: World,
        cookie: String? = nil,
        address: String = "198.51.100.7"
    ) async -> HTTPAnswer {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.headerFields[.cookie] = cookie
        return await world.server.answer(request, body: Data(form.formEncoded.utf8), address: address)
    }

    private func race(_ form: Parameters, to path: String, _ world: World, cookie: String? = nil) async -> [HTTPAnswer]
    {
        await withTaskGroup(of: HTTPAnswer.self) { group in
            for number in 1...50 {
                group.addTask {
                    await post(form, to: path, world, cookie: cookie, address: "198.51.100.\(number)")
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func redeem(_ grant: TokenGrant, in world: World) async throws -> [Result<TokenResponse, OAuthError>] {
        let request = TokenRequest(grant: grant, client: ClientAuthentication.none(clientID: "app").form)
        return try await race(request.parameters, to: "/oauth2/token", world).map { answer in
            guard answer.status == .ok else {
                return .failure(try OAuthError(status: answer.status, fields: answer.fields, body: answer.body))
            }
            return .success(try TokenResponse(body: answer.body, fields: answer.fields))
        }
    }

    @Test(arguments: Backend.allCases)
    func anAuthorizationCodeGivesTokensOnceAndTheReplaysTakeThemBack(backend: Backend) async throws {
        let world = try await world(backend)
        let code = try await code(world)
        let answers = try await redeem(
            .authorizationCode(code, redirectURI: Self.callback, codeVerifier: verifier),
            in: world
        )
        #expect(answers.compactMap(\.value).count == 1)
        #expect(answers.compactMap(\.error?.code) == Array(repeating: .invalidGrant, count: 49))
        #expect(try await world.audited().count { $0 == .sessionStarted } == 1)
        #expect(try await world.liveSessions() == 0)
    }

    @Test(arguments: Backend.allCases)
    func aRefreshTokenMovesOnOnceAndAllGetTheNextOne(backend: Backend) async throws {
        let world = try await world(backend)
        let code = try await code(world)
        let grant = TokenGrant.authorizationCode(code, redirectURI: Self.callback, codeVerifier: verifier)
        let first = try #require(try await Thief(server: world.server).redeem(grant).refreshToken)
        let answers = try await redeem(.refreshToken(first, scope: nil), in: world)
        let tokens = answers.compactMap(\.value?.refreshToken)
        #expect(tokens.count == 50)
        #expect(Set(tokens).count == 1)
        #expect(!tokens.contains(first))
        #expect(try await world.liveSessions() == 1)
    }

    @Test(arguments: Backend.allCases)
    func aDeviceCodeGivesTokensOnce(backend: Backend) async throws {
        let world = try await world(backend)
        let request = DeviceAuthorizationRequest(
            scope: [.openid],
            client: ClientAuthentication.none(clientID: "app").form
        )
        let answer = await post(request.parameters, to: "/oauth2/device_authorization", world)
        let device = try DeviceAuthorizationResponse(body: answer.body, fields: answer.fields)
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(device.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        try await ScriptedPerson.ada.walk(browser, on: world.server)
        let answers = try await redeem(.deviceCode(device.deviceCode), in: world)
        #expect(answers.compactMap(\.value).count == 1)
        #expect(try await world.liveSessions() == 1)
    }

    @Test(arguments: Backend.allCases)
    func aMailedCodeSignsInOnce(backend: Backend) async throws {
        let world = try await world(backend)
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(try authorization())
        try await browser.submit(["email": "ada@example.com"])
        let code = try #require(try await world.server.mailedCode(to: "ada@example.com"))
        let answers = try await race(world, browser, ["code": code])
        #expect(answers.count { $0.fields[values: .setCookie].contains { $0.contains("gatehouse-session=") } } == 1)
        #expect(try await world.audited().count { $0 == .signedIn } == 1)
        #expect(try await world.audited().count { $0 == .accountCreated } == 1)
    }

    @Test(arguments: Backend.allCases)
    func aStepOfATransactionIsTakenOnce(backend: Backend) async throws {
        let world = try await world(backend, asks: true)
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(try authorization())
        try await browser.submit(["email": "ada@example.com"])
        let code = try #require(try await world.server.mailedCode(to: "ada@example.com"))
        try await browser.submit(["code": code])
        let answers = try await race(world, browser, ["action": "continue"])
        #expect(
            answers.count { $0.fields[.location]?.hasPrefix("https://app.example.com/callback?code=") == true } == 1
        )
        #expect(try await world.audited().count { $0 == .consentGranted } == 1)
    }

    /// Submits the form that a browser shows, fifty times.
    private func race(
        _ world: World,
        _ browser: ScriptedBrowser,
        _ values: [String: String]
    ) async throws -> [HTTPAnswer] {
        let form = try #require(await browser.forms.last)
        let target = try #require(URL(string: form.action, relativeTo: await browser.location))
        let filled = form.values.merging(values) { _, typed in typed }
        var cookies: [String] = []
        for name in ["__Host-gatehouse-browser", "__Host-gatehouse-session"] {
            if let value = await browser.cookie(name) { cookies.append("\(name)=\(value)") }
        }
        return await race(
            Parameters(filled.map { Parameters.Element(name: $0.key, value: $0.value) }),
            to: target.absoluteURL.path() + (target.query().map { "?" + $0 } ?? ""),
            world,
            cookie: cookies.joined(separator: "; ")
        )
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
