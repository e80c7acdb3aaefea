import Foundation
import Gatehouse
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Operations that require a second factor (RFC 9470).
@Suite(.timeLimit(.minutes(3))) struct StepUpTests {
    private static let ada = ScriptedUser(email: "ada@example.com", password: "correct horse battery")

    /// An app on a device whose user has turned on a second factor after the sign-in.
    private struct Scenario {
        let world: World
        let device: Device
        let session: Gatehouse.Session
        let pages: PageLog

        init() async throws {
            world = try await World()
            try await world.server.users.add(email: ada.email, password: ada.password)
            let (server, pages) = (world.server, PageLog())
            device = world.device { browser in
                // A browser that was redirected at once still has the last page.
                if await !browser.hasLeft { await pages.append(browser.forms.last) }
                try await ada.signIn(in: browser, on: server)
            }
            session = try await device.app.signIn(scopes: [.email, .account])
            try await device.browser.factors.enrolAuthenticatorApp(for: ada.email)
            world.server.clock.advance(by: 60)
            self.pages = pages
        }

        /// The class of the sign-in that the ID token names.
        var acr: ACR? {
            get async throws {
                let token = Secret(try #require(try await session.idToken()))
                let verifier = try await world.server.identity.keyring.verifier()
                return try verifier.verify(token, as: IDTokenClaims.self, kind: .idToken).claims.acr
            }
        }
    }

    @Test func asksForSecondFactorAndContinues() async throws {
        let scenario = try await Scenario()
        #expect(try await scenario.acr == .singleFactor)
        _ = try await scenario.session.account.export()
        // The password is recent: the page asks for the code only.
        #expect(await scenario.pages.asksForCode == [false, true])
        #expect(try await scenario.acr == .multiFactor)
        _ = try await scenario.session.account.export()
        #expect(await scenario.pages.asksForCode.count == 2)
    }

    @Test func answersChallengeOfAnAPI() async throws {
        let scenario = try await Scenario()
        let field =
            #"Bearer error="insufficient_user_authentication", acr_values="\#(ACR.multiFactor)", max_age="600""#
        let challenge = try #require(AuthenticationChallenge(wwwAuthenticate: field))
        let session = try await scenario.session.reauthenticate(answering: challenge)
        #expect(session.account.id == scenario.session.account.id)
        #expect(try await scenario.acr == .multiFactor)
        // The sign-in satisfies the challenge: only the app is confirmed, which another one could impersonate.
        try await scenario.session.reauthenticate(answering: challenge)
        let pages = await scenario.pages.asksForCode
        #expect(pages == [false, true, false])
    }

    @Test func failsIfUserCannotReachClass() async throws {
        let scenario = try await Scenario()
        let challenge = AuthenticationChallenge(maxAge: nil, acrValues: [ACR(rawValue: "urn:example:unknown")])
        let error = try await failure { try await scenario.session.reauthenticate(answering: challenge) }
        #expect(error.response?.error == "unmet_authentication_requirements")
        _ = try await scenario.session.accessToken()
    }

    @Test func namesRequiredSignInWithoutUserAgent() async throws {
        let scenario = try await Scenario()
        var configuration = scenario.device.app.configuration
        configuration.userAgent = nil
        let session = try #require(try await GatehouseClient(configuration: configuration).session())
        let error = try await failure { try await session.account.export() }
        #expect(error.code == .reauthenticationRequired)
        #expect(error.maxAge == .seconds(600))
        #expect(error.acrValues == [.multiFactor])
    }

    @Test func sharesPageBetweenConcurrentOperations() async throws {
        let scenario = try await Scenario()
        let results = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { (try? await scenario.session.account.export()) != nil }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: true, count: 20))
        #expect(await scenario.pages.asksForCode == [false, true])
    }
}

/// The first forms of the sign-in pages that a device has shown.
private actor PageLog {
    private(set) var asksForCode: [Bool] = []

    /// Adds a form; `nil` is a sign-in without a page.
    func append(_ form: HTMLForm?) {
        if let form { asksForCode.append(form.fields.contains("code")) }
    }
}
