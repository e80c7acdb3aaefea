import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativeSignInTests {
    private let app = NativeTestApp()
    private var api: StubNativeAuthServer { app.api }

    @Test func signsInWithCode() async throws {
        guard
            case .codeRequired(let step) = try await app.gatehouse.signIn(email: NativeTestApp.email, scopes: [.email])
        else {
            throw NativeTestApp.UnexpectedStep()
        }
        let session = try #require(try await step.submit("12345678").session)
        #expect(session.account.name == "Ada")
        #expect(session.scopes == [.email, .openid, .profile, .offlineAccess])
        #expect(
            app.calls(.signInInitiate).map(\.parameters) == [
                [
                    "client_id": "app", "username": "ada@example.com", "challenge_type": "oob password redirect",
                    "capabilities": "mfa_required registration_required",
                ]
            ]
        )
        let request = try #require(app.calls(.signInToken).first).parameters
        #expect(request["grant_type"] == "oob")
        #expect(request["oob"] == "12345678")
        #expect(request["continuation_token"] == "token-2")
        #expect(request["scope"] == "email openid profile offline_access")
    }

    @Test func signsInWithInitialPassword() async throws {
        api.queue(.passwordRequired, at: .signInChallenge)
        let step = try await app.gatehouse.signIn(email: NativeTestApp.email, password: "correct horse")
        guard case .signedIn(let session) = step else { throw NativeTestApp.UnexpectedStep() }
        #expect(try await app.gatehouse.session()?.account.info == session.account.info)
        let request = try #require(app.calls(.signInToken).first).parameters
        #expect(request["grant_type"] == "password")
        #expect(request["password"] == "correct horse")
        #expect(request["username"] == "ada@example.com")
    }

    @Test func doesNotSendPasswordWhenCodeIsRequired() async throws {
        let step = try await app.gatehouse.signIn(email: NativeTestApp.email, password: "correct horse")
        guard case .codeRequired = step else { throw NativeTestApp.UnexpectedStep() }
        #expect(app.calls(.signInToken).isEmpty)
        #expect(api.requests.allSatisfy { $0.parameters["password"] == nil })
    }

    @Test func keepsStepUsableAfterWrongPassword() async throws {
        let step = try await app.signInPassword()
        api.queue(.invalidPassword, at: .signInToken)
        let error = try await failure { try await step.submit("wrong horse") }
        #expect(error.code == .wrongPassword)
        #expect(error.response?.errorNumbers == [50_126])
        #expect(error.message == "The stub server rejects the request.")
        #expect(error.serverText?.hasPrefix("AADSTS50126: The stub server rejects the request.\r\nTrace ID: ") == true)
        try await step.submit("correct horse")
        #expect(app.tokens(.signInToken) == ["token-2", "token-2"])
    }

    @Test func keepsStepUsableAfterWrongCode() async throws {
        let step = try await app.signInCode()
        api.queue(.invalidCode, at: .signInToken)
        #expect(try await failure { try await step.submit("00000000") }.code == .wrongCode)
        try await step.submit("12345678")
        #expect(app.tokens(.signInToken) == ["token-2", "token-2"])
    }

    @Test func returnsNewStepWhenCodeIsResent() async throws {
        let step = try await app.signInCode()
        let next = try await step.resend()
        try await next.submit("12345678")
        #expect(app.tokens(.signInChallenge) == ["token-1", "token-2"])
        #expect(app.tokens(.signInToken) == ["token-3"])
    }

    @Test func rejectsPasswordChallengeAfterResend() async throws {
        let step = try await app.signInCode()
        api.queue(.passwordRequired, at: .signInChallenge)
        #expect(try await failure { try await step.resend() }.code == .unexpectedChallenge)
    }

    @Test func reportsAdditionalRequirements() async throws {
        let step = try await app.signInPassword()
        // Without a continuation token, the sign-in cannot continue.
        api.queue(
            .failure(.invalidGrant, 50_076, suberror: .mfaRequired),
            .failure(.invalidGrant, suberror: .registrationRequired),
            .redirect(reason: "MFA"),
            at: .signInToken
        )
        #expect(try await failure { try await step.submit("p") }.code == .secondFactorRequired)
        #expect(try await failure { try await step.submit("p") }.code == .secondFactorEnrollmentRequired)
        #expect(try await failure { try await step.submit("p") }.code == .browserRequired)
    }

    @Test func sendsClaimsWithTokenRequest() async throws {
        let step = try await app.gatehouse.native.startSignIn(
            NativeTestApp.email,
            password: nil,
            for: AccessTokenRequest(claims: #"{"id_token":{"acr":null}}"#),
            correlationID: nil
        )
        guard case .codeRequired(let code) = step else { throw NativeTestApp.UnexpectedStep() }
        try await code.submit("12345678")
        #expect(app.calls(.signInToken).first?.parameters["claims"] == #"{"id_token":{"acr":null}}"#)
    }

    @Test func rejectsInvalidIDToken() async throws {
        let step = try await app.signInCode()
        api.clock.advance(by: 0)
        api.queue(
            .raw(200, #"{"token_type":"Bearer","expires_in":60,"access_token":"a","id_token":"eyJ.e30.x"}"#),
            at: .signInToken
        )
        #expect(try await failure { try await step.submit("12345678") }.code == .invalidResponse)
        #expect(try await app.gatehouse.session() == nil)
    }

    @Test func doesNotRedeemCodeWhenStoreIsNotWritable() async throws {
        let store = MemoryTokenStore()
        let app = NativeTestApp { $0.tokenStore = store }
        let step = try await app.signInCode()
        store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let error = try await failure { try await step.submit("12345678") }
        #expect(error.code == .storeUnavailable)
        #expect(error.correlationID == step.correlationID)
        // The code has not been sent.
        #expect(app.calls(.signInToken).isEmpty)
    }

    @Test func sendsNothingWhenStoreIsNotWritable() async throws {
        let store = MemoryTokenStore()
        let app = NativeTestApp { $0.tokenStore = store }
        store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        let email = NativeTestApp.email
        #expect(try await failure { try await app.gatehouse.signIn(email: email) }.code == .storeUnavailable)
        #expect(try await failure { try await app.gatehouse.signUp(email: email) }.code == .storeUnavailable)
        #expect(app.api.requests.isEmpty)
    }

    @Test func sendsNoEmptyValues() async throws {
        let code = try await app.signInCode()
        let password = try await app.signInPassword()
        let count = api.requests.count
        #expect(try await failure { try await app.gatehouse.signIn(email: "") }.code == .invalidUsername)
        #expect(
            try await failure { try await app.gatehouse.signIn(email: "a@example.com", password: "") }.code
                == .wrongPassword
        )
        #expect(try await failure { try await code.submit("") }.code == .wrongCode)
        #expect(try await failure { try await password.submit("") }.code == .wrongPassword)
        #expect(api.requests.count == count)
    }

    /// In single-account mode, the second user replaces the first.
    @Test func replacesSessionInSingleAccountMode() async throws {
        let store = MemoryTokenStore()
        let app = NativeTestApp {
            $0.entra?.isOneAccount = true
            $0.tokenStore = store
        }
        let ada = try #require(try await app.signInCode().submit("12345678").session)
        app.api.queue(.tokens(of: "bob-1", name: "Bob", email: "bob@example.com"), at: .signInToken)
        let bob = try #require(try await app.signInCode().submit("12345678").session)
        #expect((ada.account.name, bob.account.name) == ("Ada", "Bob"))
        #expect(try await app.gatehouse.accounts() == [bob.account.info])
        #expect(try await failure { try await ada.accessToken() }.code == .signedOut)
        let key = TokenStoreKey(issuer: app.api.authority.absoluteString, clientID: "app")
        // The server publishes no revocation endpoint, so no revocation is pending.
        #expect(try await store.sessions(key)?.sessions.map(\.accessToken) == [Secret("access-6")])
    }
}
