import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Races fifty requests for one single-use credential over HTTP, on each store.
@Suite struct SingleUseCredentialTests {
    private let verifier = CodeVerifier(random: Array(repeating: 7, count: 32))

    private func world(_ backend: Backend, requiresConsent: Bool = false) async throws -> World {
        try await World(on: backend) {
            $0.skipsConsent = !requiresConsent
            // Only https redirect URIs can skip or remember consent.
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

    /// Signs in with a browser and returns the authorization code.
    private func code(_ world: World) async throws -> Secret {
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(try authorization())
        try await ScriptedUser.ada.signIn(in: browser, on: world.server)
        let response = try AuthorizationResponse(callback: await browser.location)
        guard case .code(let code) = response.outcome else {
            throw OAuthError(.accessDenied, "The response contains no code.")
        }
        return code
    }

    private func post(
        _ form: Parameters,
        to path: String,
        _ world: World,
        cookie: String? = nil,
        address: String = "198.51.100.7"
    ) async -> ServerResponse {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.headerFields[.cookie] = cookie
        return await world.server.answer(request, body: Data(form.formEncoded.utf8), address: address)
    }

    private func race(
        _ form: Parameters,
        to path: String,
        _ world: World,
        cookie: String? = nil
    ) async -> [ServerResponse] {
        await withTaskGroup(of: ServerResponse.self) { group in
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
        return try await race(request.parameters, to: "/oauth2/token", world).map { response in
            guard response.status == .ok else {
                return .failure(try OAuthError(status: response.status, fields: response.fields, body: response.body))
            }
            return .success(try TokenResponse(body: response.body, fields: response.fields))
        }
    }

    @Test(arguments: Backend.allCases)
    func redeemsAuthorizationCodeOnceAndRevokesTokensOnReplay(backend: Backend) async throws {
        let world = try await world(backend)
        let code = try await code(world)
        let responses = try await redeem(
            .authorizationCode(code, redirectURI: Self.callback, codeVerifier: verifier),
            in: world
        )
        #expect(responses.compactMap(\.value).count == 1)
        #expect(responses.compactMap(\.error?.code) == Array(repeating: .invalidGrant, count: 49))
        #expect(try await world.auditKinds().count { $0 == .sessionStarted } == 1)
        #expect(try await world.liveSessions() == 0)
    }

    @Test(arguments: Backend.allCases)
    func rotatesRefreshTokenOnceForConcurrentRequests(backend: Backend) async throws {
        let world = try await world(backend)
        let code = try await code(world)
        let grant = TokenGrant.authorizationCode(code, redirectURI: Self.callback, codeVerifier: verifier)
        let first = try #require(try await Attacker(server: world.server).redeem(grant).refreshToken)
        let responses = try await redeem(.refreshToken(first, scope: nil), in: world)
        let tokens = responses.compactMap(\.value?.refreshToken)
        #expect(tokens.count == 50)
        #expect(Set(tokens).count == 1)
        #expect(!tokens.contains(first))
        #expect(try await world.liveSessions() == 1)
    }

    @Test(arguments: Backend.allCases)
    func redeemsDeviceCodeOnce(backend: Backend) async throws {
        let world = try await world(backend)
        let request = DeviceAuthorizationRequest(
            scope: [.openid],
            client: ClientAuthentication.none(clientID: "app").form
        )
        let response = await post(request.parameters, to: "/oauth2/device_authorization", world)
        let device = try DeviceAuthorizationResponse(body: response.body, fields: response.fields)
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(device.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        try await ScriptedUser.ada.signIn(in: browser, on: world.server)
        let responses = try await redeem(.deviceCode(device.deviceCode), in: world)
        #expect(responses.compactMap(\.value).count == 1)
        #expect(try await world.liveSessions() == 1)
    }

    @Test(arguments: Backend.allCases)
    func acceptsMailedCodeOnce(backend: Backend) async throws {
        let world = try await world(backend)
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(try authorization())
        try await browser.submit(["email": "ada@example.com"])
        let code = try #require(try await world.server.mailedCode(to: "ada@example.com"))
        let responses = try await submit(["code": code], in: browser, world)
        #expect(responses.count { $0.fields[values: .setCookie].contains { $0.contains("gatehouse-session=") } } == 1)
        #expect(try await world.auditKinds().count { $0 == .signedIn } == 1)
        #expect(try await world.auditKinds().count { $0 == .accountCreated } == 1)
    }

    @Test(arguments: Backend.allCases)
    func completesFlowStepOnce(backend: Backend) async throws {
        let world = try await world(backend, requiresConsent: true)
        let browser = ScriptedBrowser(on: world.server)
        await browser.open(try authorization())
        try await browser.submit(["email": "ada@example.com"])
        let code = try #require(try await world.server.mailedCode(to: "ada@example.com"))
        try await browser.submit(["code": code])
        let responses = try await submit(["action": "continue"], in: browser, world)
        #expect(
            responses.count { $0.fields[.location]?.hasPrefix("https://app.example.com/callback?code=") == true } == 1
        )
        #expect(try await world.auditKinds().count { $0 == .consentGranted } == 1)
    }

    /// Submits the browser's current form fifty times concurrently.
    private func submit(
        _ values: [String: String],
        in browser: ScriptedBrowser,
        _ world: World
    ) async throws -> [ServerResponse] {
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
