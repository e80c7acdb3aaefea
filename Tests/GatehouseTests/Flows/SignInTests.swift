import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct SignInTests {
    @Test func sendsStateNonceAndCodeChallenge() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn(
            scopes: [.profile, .email],
            options: SignInOptions(loginHint: "a@example.com", languages: ["de", "en"], maxAge: .seconds(90))
        )
        let account = Account(id: "person-1", name: "Name of person-1", email: "person-1@example.com")
        #expect(session.account.info == account)
        #expect(session.scopes == [.openid, .offlineAccess, .profile, .email])
        #expect(try await session.accessToken().value == "access-2")
        let page = try #require(app.browser.pages.first)
        let sentRequest = try AuthorizationRequest(parameters: Parameters(formEncoded: page.query() ?? ""))
        #expect(sentRequest.clientID == "example-app")
        #expect(sentRequest.redirectURI?.rawValue == "com.example.app:/callback")
        #expect(sentRequest.scope == [.openid, .offlineAccess, .profile, .email])
        #expect(sentRequest.state?.count == 43)
        #expect(sentRequest.nonce?.count == 43)
        #expect(sentRequest.codeChallenge != nil)
        #expect(sentRequest.state != sentRequest.nonce)
        #expect(sentRequest.prompt == [])
        #expect(
            (sentRequest.loginHint, sentRequest.uiLocales, sentRequest.maxAge) == ("a@example.com", ["de", "en"], 90)
        )
        let stored = try #require(try await app.stored)
        #expect(stored.sessions.map(\.account.id) == ["person-1"])
        #expect(stored.current == stored.sessions.first?.id)
    }

    @Test func sendsUniqueRequestIDs() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let name = try #require(HTTPField.Name("X-Request-ID"))
        let calls = app.server.calls(OpenIDConfigurationEndpoint.path) + app.server.calls(TokenEndpoint.path)
        let identifiers = calls.compactMap { $0.fields[name] }
        #expect(identifiers.count == 2)
        #expect(Set(identifiers).count == 2)
        #expect(identifiers.allSatisfy { $0.count == 32 })
    }

    @Test func sendsClientSecretInAuthorizationHeader() async throws {
        let app = try TestApp { $0.clientSecret = Secret("s+cret") }
        try await app.gatehouse.signIn()
        let call = try #require(app.server.calls(TokenEndpoint.path).first)
        #expect(call.fields[.authorization] == "Basic " + Data("example-app:s%2Bcret".utf8).base64EncodedString())
        #expect(call.parameters[.clientID] == nil)
    }

    // MARK: Interaction

    @Test func returnsStoredSessionIfNoInteractionIsNeeded() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn(scopes: [.profile])
        let again = try await app.relaunched().signIn(scopes: [.profile])
        #expect(again.account.id == "person-1")
        #expect(app.browser.pages.count == 1)
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func refreshesExpiredSessionIfNoInteractionIsNeeded() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn(scopes: [.profile])
        app.clock.advance(by: 4000)
        let session = try await app.relaunched().signIn(scopes: [.profile])
        #expect(try await session.accessToken().value == "access-3")
        #expect(app.browser.pages.count == 1)
    }

    @Test func requestsPreviousAndAdditionalScopes() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn(scopes: [.profile])
        let session = try await app.gatehouse.signIn(scopes: [.email])
        #expect(session.scopes == [.openid, .offlineAccess, .email, .profile])
        #expect(app.browser.pages.count == 2)
        #expect(try await app.gatehouse.accounts().count == 1)
    }

    @Test func opensPageWhenStoredSessionHasEnded() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.advance(by: 4000)
        app.server.next(TokenEndpoint.path, OAuthError(.invalidGrant, "ended"))
        try await app.gatehouse.signIn()
        #expect(app.browser.pages.count == 2)
    }

    @Test func doesNotOpenPageOnNetworkFailure() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.clock.advance(by: 4000)
        app.server.failNext(OpenIDConfigurationEndpoint.path)
        app.server.failNext(TokenEndpoint.path)
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.network, .retry(after: nil)))
        #expect(app.browser.pages.count == 1)
    }

    @Test func throwsInsteadOfOpeningPageWhenInteractionIsForbidden() async throws {
        let app = try TestApp()
        let error = try await failure { try await app.gatehouse.signIn(interaction: .never) }
        #expect((error.code, error.recovery) == (.interactionRequired, .signInAgain))
        try await app.gatehouse.signIn(scopes: [.profile])
        #expect(try await app.gatehouse.signIn(scopes: [.profile], interaction: .never).account.id == "person-1")
        let more = try await failure {
            try await app.gatehouse.signIn(scopes: [.email], interaction: .never)
        }
        #expect(more.code == .interactionRequired)
        #expect(app.browser.pages.count == 1)
    }

    @Test func sendsPromptChosenByApp() async throws {
        let app = try TestApp()
        for prompt in [[Prompt.consent], []] {
            var options = SignInOptions()
            options.prompt = prompt
            try await app.gatehouse.signIn(interaction: .addAccount, options: options)
        }
        #expect(try prompts(app) == [[.consent], []])
    }

    @Test func removesStoredSessionsBeforeMandatorySignIn() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        try await app.gatehouse.signIn(interaction: .addAccount)
        app.browser.next { _ in .dismissed }
        let error = try await failure { try await app.gatehouse.signIn(interaction: .always) }
        #expect(error.code == .cancelled)
        #expect(try await app.gatehouse.accounts() == [])
        try await app.gatehouse.signIn(interaction: .always)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-2"])
        #expect(try prompts(app) == [[], [.selectAccount], [.login], [.login]])
        #expect(await app.gatehouse.manager.sendRevocations() == [:])
        #expect(Set(app.server.revoked) == ["refresh-2", "refresh-4"])
    }

    @Test func keepsStoredSessionsWhenServerIsUnreachableForMandatorySignIn() async throws {
        let app = try TestApp()
        try await app.gatehouse.signIn()
        let relaunched = try app.relaunched()
        app.server.failNext(OpenIDConfigurationEndpoint.path)
        let error = try await failure { try await relaunched.signIn(interaction: .always) }
        #expect(error.code == .network)
        #expect(try await relaunched.accounts().count == 1)
    }

    @Test func addsAndSwitchesAccounts() async throws {
        let app = try TestApp()
        let first = try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        let second = try await app.gatehouse.signIn(interaction: .addAccount)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1", "person-2"])
        #expect(try await app.gatehouse.session()?.account.id == "person-2")
        let switched = try await app.gatehouse.switchAccount(to: first.account.info)
        #expect(switched.account.id == "person-1")
        #expect(try await app.relaunched().session()?.account.id == "person-1")
        #expect(try await second.accessToken().value == "access-4")
        let unknownAccount = try await failure {
            try await app.gatehouse.switchAccount(to: Account(id: "unknown"))
        }
        #expect(unknownAccount.code == .signedOut)
    }

    // MARK: Cancellation and denial

    @Test func reportsClosedPageAsCancelled() async throws {
        let app = try TestApp()
        app.browser.next { _ in .dismissed }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.cancelled, .none))
    }

    @Test func reportsDeniedConsentAsCancelled() async throws {
        let app = try TestApp()
        app.browser.next { request in
            .redirected(try redirectURL(for: request, "error=access_denied&iss=https%3A%2F%2Fid.example.com"))
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .cancelled)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func reportsAuthorizationErrorWithRecovery() async throws {
        let app = try TestApp()
        app.browser.next { request in
            .redirected(
                try redirectURL(
                    for: request,
                    "error=invalid_scope&error_description=No+such+scope.&iss=https%3A%2F%2Fid.example.com"
                )
            )
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(
            (error.code, error.response?.error, error.message) == (.requestRejected, "invalid_scope", "No such scope.")
        )
        #expect(error.recovery == .fixConfiguration)
    }

    @Test func closesPageWhenTaskIsCancelled() async throws {
        let app = try TestApp()
        let shown = Promise<Bool>()
        let closed = Promise<Bool>()
        app.browser.next { _ in
            shown.resolve(true)
            await waitUntilCancelled()
            closed.resolve(true)
            return .dismissed
        }
        let task = Task { try await failure { try await app.gatehouse.signIn() } }
        #expect(await shown.value == true)
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(await closed.value == true)
    }

    @Test func cancelsPreviousSignInWhenAnotherStarts() async throws {
        let app = try TestApp()
        let shown = Promise<Bool>()
        app.browser.next { _ in
            shown.resolve(true)
            await waitUntilCancelled()
            return .dismissed
        }
        let first = Task { try await failure { try await app.gatehouse.signIn() } }
        #expect(await shown.value == true)
        let session = try await app.gatehouse.signIn()
        #expect(session.account.id == "person-1")
        #expect(try await first.value.code == .cancelled)
        #expect(app.browser.pages.count == 2)
    }

    // MARK: Store

    @Test func reportsUnreadableStoreBeforeOpeningPage() async throws {
        let app = try TestApp()
        app.store.fail(with: TokenStoreError(.locked, "before first unlock"))
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect((error.code, error.recovery) == (.storeLocked, .unlockDevice))
        #expect(app.browser.pages.isEmpty)
    }

    @Test func revokesSessionThatCannotBeSaved() async throws {
        let app = try TestApp()
        app.browser.next { request in
            app.store.fail(with: TokenStoreError(.unavailable, "disk full"))
            return .redirected(try app.server.approve(request.url(redirectURI: request.redirectURI)))
        }
        let error = try await failure { try await app.gatehouse.signIn() }
        #expect(error.code == .storeUnavailable)
        #expect(error.message.hasPrefix("The server accepted the sign-in, but it could not be stored."))
        app.store.fail(with: nil)
        #expect(await app.gatehouse.manager.sendRevocations() == [:])
        #expect(app.server.revoked == ["refresh-2"])
        #expect(try await app.gatehouse.session() == nil)
    }

    @Test func checksRequestedProtectionBeforeMandatorySignIn() async throws {
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
