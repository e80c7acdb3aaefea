import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct SignInTests {
    @Test func asksWithEverythingThatProtectsTheAnswer() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn(
            scopes: [.profile, .email],
            options: SignInOptions(loginHint: "a@example.com", languages: ["de", "en"], maximumAge: .seconds(90))
        )
        #expect(session.account == Account(id: "person-1", name: "Name of person-1", email: "person-1@example.com"))
        #expect(session.scopes == [.openid, .offlineAccess, .profile, .email])
        #expect(try await session.accessToken().value == "access-2")
        let page = try #require(app.browser.pages.first)
        let asked = try AuthorizationRequest(parameters: Parameters(formEncoded: page.query() ?? ""))
        #expect(asked.clientID == "example-app")
        #expect(asked.redirectURI?.rawValue == "com.example.app:/callback")
        #expect(asked.scope == [.openid, .offlineAccess, .profile, .email])
        #expect(asked.state?.count == 43)
        #expect(asked.nonce?.count == 43)
        #expect(asked.codeChallenge != nil)
        #expect(asked.state != asked.nonce)
        #expect(asked.prompt == [])
        #expect((asked.loginHint, asked.uiLocales, asked.maxAge) == ("a@example.com", ["de", "en"], 90))
        let stored = try #require(try await app.stored)
        #expect(stored.grants.map(\.account.id) == ["person-1"])
        #expect(stored.current == stored.grants.first?.id)
    }

    @Test func everyRequestHasAnIdentifierOfItsOwn() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let name = try #require(HTTPField.Name("X-Request-ID"))
        let calls = app.server.calls(OpenIDConfigurationEndpoint.path) + app.server.calls(TokenEndpoint.path)
        let identifiers = calls.compactMap { $0.fields[name] }
        #expect(identifiers.count == 2)
        #expect(Set(identifiers).count == 2)
        #expect(identifiers.allSatisfy { $0.count == 32 })
    }

    @Test func aSecretGoesIntoTheAuthorizationField() async throws {
        let app = try TestApp { $0.clientSecret = Secret("s+cret") }
        try await app.gatehouse.signIn()
        let call = try #require(app.server.calls(TokenEndpoint.path).first)
        #expect(call.fields[.authorization] == "Basic " + Data("example-app:s%2Bcret".utf8).base64EncodedString())
        #expect(call.parameters[.clientID] == nil)
    }

    // MARK: Interaction

    @Test func automaticAnswersFromWhatIsStored() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn(scopes: [.profile])
        let again = try await app.relaunched().signIn(scopes: [.profile])
        #expect(again.account.id == "person-1")
        #expect(app.browser.pages.count == 1)
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func automaticRefreshesWhatHasExpiredWithoutAsking() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn(scopes: [.profile])
        app.clock.advance(by: 4000)
        let session = try await app.relaunched().signIn(scopes: [.profile])
        #expect(try await session.accessToken().value == "access-3")
        #expect(app.browser.pages.count == 1)
    }

    @Test func automaticAsksForMoreScopesAndForThoseItHad() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn(scopes: [.profile])
        let session = try await app.gatehouse.signIn(scopes: [.email])
        #expect(session.scopes == [.openid, .offlineAccess, .email, .profile])
        #expect(app.browser.pages.count == 2)
        #expect(try await app.gatehouse.accounts().count == 1)
    }

    @Test func automaticAsksWhenTheServerHasEndedTheStoredSession() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.advance(by: 4000)
        app.server.next(TokenEndpoint.path, OAuthError(.invalidGrant, "ended"))
        try await app.gatehouse.signIn()
        #expect(app.browser.pages.count == 2)
    }

    @Test func automaticDoesNotAskBecauseTheNetworkIsDown() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.advance(by: 4000)
        app.server.nextFails(OpenIDConfigurationEndpoint.path)
        app.server.nextFails(TokenEndpoint.path)
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.network, .retry(after: nil)))
        #expect(app.browser.pages.count == 1)
    }

    @Test func neverIsAnErrorInsteadOfThePage() async throws {
        let app = try TestApp()
        let error = try await failure { try await app.gatehouse.signIn(interaction: .never) }
        #expect((error.code, error.recovery) == (.interactionRequired, .interact))
        try await app.gatehouse.signIn(scopes: [.profile])
        #expect(try await app.gatehouse.signIn(scopes: [.profile], interaction: .never).account.id == "person-1")
        let more = try await failure {
            try await app.gatehouse.signIn(scopes: [.email], interaction: .never)
        }
        #expect(more.code == .interactionRequired)
        #expect(app.browser.pages.count == 1)
    }

    @Test func anAppMayChooseWhatTheServerAsksForInAnyCase() async throws {
        let app = try TestApp()
        for prompt in [[Prompt.consent], []] {
            var options = SignInOptions()
            options.prompt = prompt
            try await app.gatehouse.signIn(interaction: .addAccount, options: options)
        }
        #expect(try prompts(app) == [[.consent], []])
    }

    @Test func alwaysDropsWhatIsStoredThenAsks() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.become("person-2")
        try await app.gatehouse.signIn(interaction: .addAccount)
        app.browser.next { _ in .closed }
        let error = try await failure { try await app.gatehouse.signIn(interaction: .always) }
        #expect(error.code == .cancelled)
        #expect(try await app.gatehouse.accounts() == [])
        try await app.gatehouse.signIn(interaction: .always)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-2"])
        #expect(try prompts(app) == [[], [.selectAccount], [.login], [.login]])
        #expect(await app.gatehouse.keeper.deliver() == [:])
        #expect(Set(app.server.revoked) == ["refresh-2", "refresh-4"])
    }

    @Test func alwaysKeepsWhatIsStoredWhileTheServerCannotBeReached() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let relaunched = try app.relaunched()
        app.server.nextFails(OpenIDConfigurationEndpoint.path)
        let error = try await failure { try await relaunched.signIn(interaction: .always) }
        #expect(error.code == .network)
        #expect(try await relaunched.accounts().count == 1)
    }

    @Test func accountsAreAddedAndSwitched() async throws {
        let app = try TestApp()
        let first = try await app.gatehouse.signIn()
        app.server.become("person-2")
        let second = try await app.gatehouse.signIn(interaction: .addAccount)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1", "person-2"])
        #expect(try await app.gatehouse.session()?.account.id == "person-2")
        let back = try await app.gatehouse.switchTo(account: first.account)
        #expect(back.account.id == "person-1")
        #expect(try await app.relaunched().session()?.account.id == "person-1")
        #expect(try await second.accessToken().value == "access-4")
        let nobody = try await failure {
            try await app.gatehouse.switchTo(account: Account(id: "nobody"))
        }
        #expect(nobody.code == .signedOut)
    }

    // MARK: The end without an answer

    @Test func aClosedPageIsCancelledAndNotAFailure() async throws {
        let app = try TestApp()
        app.browser.next { _ in .closed }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.cancelled, .none))
    }

    @Test func refusedConsentIsCancelledToo() async throws {
        let app = try TestApp()
        app.browser.next { visit in
            .redirect(try answer(to: visit, "error=access_denied&iss=https%3A%2F%2Fid.example.com"))
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .cancelled)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func anotherRefusalSaysWhatToDo() async throws {
        let app = try TestApp()
        app.browser.next { visit in
            .redirect(
                try answer(
                    to: visit,
                    "error=invalid_scope&error_description=No+such+scope.&iss=https%3A%2F%2Fid.example.com"
                )
            )
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.serverCode, error.message) == (.refused, "invalid_scope", "No such scope."))
        #expect(error.recovery == .fixConfiguration)
    }

    @Test func cancellingTheTaskClosesThePage() async throws {
        let app = try TestApp()
        let shown = OneShot<Bool>()
        let closed = OneShot<Bool>()
        app.browser.next { _ in
            shown.resolve(true)
            await untilCancelled()
            closed.resolve(true)
            return .closed
        }
        let task = Task { try await failure { try await app.gatehouse.signIn() } }
        #expect(await shown.value == true)
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(await closed.value == true)
    }

    @Test func aNewSignInTakesThePlaceOfTheOneUnderWay() async throws {
        let app = try TestApp()
        let shown = OneShot<Bool>()
        app.browser.next { _ in
            shown.resolve(true)
            await untilCancelled()
            return .closed
        }
        let first = Task { try await failure { try await app.gatehouse.signIn() } }
        #expect(await shown.value == true)
        let session = try await app.gatehouse.signIn()
        #expect(session.account.id == "person-1")
        #expect(try await first.value.code == .cancelled)
        #expect(app.browser.pages.count == 2)
    }

    // MARK: The store

    @Test func aStoreThatCannotBeReadIsReportedBeforeAnybodyIsAsked() async throws {
        let app = try TestApp()
        app.store.fail(with: TokenStoreError(.locked, "before first unlock"))
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.storeLocked, .unlock))
        #expect(app.browser.pages.isEmpty)
    }

    @Test func aSessionThatCannotBeKeptIsRevoked() async throws {
        let app = try TestApp()
        app.browser.next { visit in
            app.store.fail(with: TokenStoreError(.unavailable, "disk full"))
            return .redirect(try app.server.agree(to: visit.page(redirectingTo: visit.redirectURI)))
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .storeUnavailable)
        #expect(error.message.hasPrefix("The server accepted the sign-in, but it could not be kept."))
        app.store.fail(with: nil)
        #expect(await app.gatehouse.keeper.deliver() == [:])
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await app.gatehouse.session() == nil)
    }

    @Test func alwaysTriesTheProtectionThatIsAskedForOnceNobodyIsSignedIn() async throws {
        try await Directory.temporary { directory in
            func store(_ protection: FileTokenStore.Protection) -> FileTokenStore {
                FileTokenStore(directory: directory, protection: protection, environment: [:])
            }
            let app = try TestApp { $0.tokenStore = store(.plaintext) }
            try await app.gatehouse.signIn()
            let relaunched = try app.relaunched { $0.tokenStore = store(.secretService) }
            let error = try await failure { try await relaunched.signIn(interaction: .always) }
            #expect(error.code == .storeUnavailable)
            #expect(app.browser.pages.count == 1)
        }
    }

    private func prompts(_ app: TestApp) throws -> [[Prompt]] {
        try app.browser.pages.map {
            try AuthorizationRequest(parameters: Parameters(formEncoded: $0.query() ?? "")).prompt
        }
    }
}
