import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ServerNativeSignUpTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    private static let pages = [
        ClientAttribute(name: "given_name", isRequired: true), ClientAttribute(name: "nickname"),
        ClientAttribute(name: "member", kind: .number, isRequired: true, page: 2),
        ClientAttribute(name: "colour", kind: .choice, options: ["red", "blue"], page: 3),
    ]

    @Test func createsAccountWithCodeAndIssuesTokens() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, " Ada@Example.com ")
        #expect(app.stepName == "challenge")
        #expect(try await server.mailCount == 0)
        try await app.requestChallenge()
        #expect(app.step?.code?.email == email)
        #expect(app.progress?.resendAt == server.clock.now + 30)
        #expect(try await server.account(email) == nil)

        try await app.submitMailedCode(to: email)
        #expect(app.stepName == "granted")
        let account = try #require(try await server.account(email))
        #expect(account.identifiers.map(\.verifiedAt) == [server.clock.now])
        #expect(account.passwordHash == nil)

        let tokens = try await app.redeem(.none)
        #expect(tokens.scope == [.openid, .offlineAccess])
        #expect(tokens.refreshToken != nil)
        let session = try await app.session(of: tokens)
        #expect(session.accountID == account.id)
        #expect(session.browserSessionID == nil)
        #expect(session.authentication.amr == [.oneTimeCode])
        #expect(session.scopes.hasSameMembers(as: [.openid, .offlineAccess]))
        #expect(try await server.auditKinds() == [.codeSent, .signedIn, .accountCreated, .sessionStarted])
    }

    @Test func storesPasswordFromStartOnceAddressIsVerified() async throws {
        for method in NativeAuthenticationSettings.Method.allCases {
            let server = try await CompleteServer.withNativeApp(method)
            var app = try await NativeApp(on: server)
            try await app.begin(.signUp, email, password: password)
            try await app.requestChallenge()
            #expect(try await server.account(email) == nil)
            try await app.submitMailedCode(to: email)
            #expect(app.stepName == "granted")
            #expect(try await server.account(email)?.passwordHash != nil)

            var other = try await BrowserDriver(on: server)
            try await other.submit(.signInByPassword(email: email))
            try await other.submit(.password(password))
            #expect(other.hasCode)
        }
    }

    @Test func requestsMissingPasswordAfterCode() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        #expect(app.stepName == "choosePassword")
        #expect(await app.tokenRejection(.none) == .notPossible)
        try await app.requestChallenge()
        #expect(app.stepName == "choosePassword")

        let token = try app.token
        #expect(await app.rejection(.password("short")) == .passwordRejected(.tooShort(minimum: 8)))
        #expect(await app.rejection(.password(email)) == .passwordRejected(.tooWeak(.personal)))
        #expect(await app.rejection(.password("")) == .passwordMissing)
        #expect(try await server.account(email) == nil)
        try await app.submit(.password(password), with: token)
        #expect(app.stepName == "granted")
        #expect(try await server.account(email)?.passwordHash != nil)
        #expect(try await app.redeem(.none).idToken != nil)
    }

    @Test func requestsRequiredAttributesByPageBeforeCreatingAccount() async throws {
        let server = try await CompleteServer.withNativeApp(.code, attributes: Self.pages)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        var step = try #require(app.attributes)
        #expect(step.page == 1)
        #expect(step.missing(of: app.client.attributes).map(\.name) == ["given_name"])

        // An optional attribute alone is stored but does not complete the page.
        let token = try app.token
        #expect(
            await app.rejection(.partialAttributes(["nickname": "Countess", "unknown": "x"]))
                == .attributesRejected(["unknown": .notRequested])
        )
        try await app.submit(.partialAttributes(["nickname": "Countess", "unknown": .null]))
        #expect(app.attributes?.page == 1)
        try await app.submit(.partialAttributes(["given_name": "Ada"]), with: token)
        step = try #require(app.attributes)
        #expect(step.page == 2)
        #expect(step.missing(of: app.client.attributes).map(\.name) == ["member"])
        #expect(try await server.account(email) == nil)

        let page2 = try app.token
        #expect(
            await app.rejection(.partialAttributes(["member": "many", "colour": "green"]))
                == .attributesRejected(["member": .notA(.number), "colour": .notA(.choice)])
        )
        try await app.submit(.partialAttributes(["member": 42, "colour": ["red"]]), with: page2)
        #expect(app.stepName == "granted")
        #expect(
            try await server.account(email)?.attributes
                == ["given_name": "Ada", "nickname": "Countess", "member": 42, "colour": "red"]
        )
    }

    @Test func storesAttributesSentBeforeCodeOnceAddressIsVerified() async throws {
        let server = try await CompleteServer.withNativeApp(.code, attributes: Self.pages)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email, attributes: ["given_name": "Ada", "nickname": "A"])
        let start = try app.token
        #expect(await app.rejection(.partialAttributes(["member": 7])) == .notPossible)
        try await app.requestChallenge()
        let token = try app.token
        #expect(await app.rejection(.partialAttributes(["member": 7]), with: start) == .stale)
        #expect(
            await app.rejection(.partialAttributes(["member": "many", "nickname": "C"]))
                == .attributesRejected(["member": .notA(.number)])
        )
        #expect(await app.rejection(.code("no code")) == .wrongCode(attemptsRemaining: 4))
        try await app.submit(.partialAttributes(["member": 7, "nickname": "B"]), with: token)
        #expect(app.step?.code?.attemptsRemaining == 4)
        #expect(try await server.account(email) == nil)
        try await app.submit(.code(try await server.code(to: email)), with: token)
        #expect(app.stepName == "granted")
        #expect(
            try await server.account(email)?.attributes == ["given_name": "Ada", "member": 7, "nickname": "B"]
        )
    }

    @Test func rejectsAttributesOutsideSignUp() async throws {
        let server = try await CompleteServer.withNativeApp(.code, attributes: Self.pages)
        try await server.addAccount(email)
        for flow in [NativeFlowRequest.Flow.signIn, .reset] {
            var app = try await NativeApp(on: server)
            try await app.begin(flow, email)
            try await app.requestChallenge()
            #expect(await app.rejection(.partialAttributes(["member": 7])) == .notPossible)
            server.clock.advance(by: 30)
        }
    }

    @Test func validatesAttributesAtStartAndSkipsTheirPages() async throws {
        let server = try await CompleteServer.withNativeApp(.code, attributes: Self.pages)
        var app = try await NativeApp(on: server)
        let wrong = NativeFlowStart(flow: .signUp, email: email, attributes: ["member": "many", "given_name": "Ada"])
        #expect(await app.startRejection(wrong) == .attributesRejected(["member": .notA(.number)]))
        try await app.begin(.signUp, email, attributes: ["given_name": "Ada", "x": nil, "nickname": "", "member": 7])
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        #expect(app.stepName == "granted")
        #expect(try await server.account(email)?.attributes == ["given_name": "Ada", "member": 7])
    }

    @Test func rejectsWeakPasswordWithoutWriting() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.withNativeApp(.password, store: store)
        var app = try await NativeApp(on: server)
        let before = store.commits
        let start = NativeFlowStart(flow: .signUp, email: email, password: "password1")
        #expect(await app.startRejection(start) == .passwordRejected(.tooWeak(.common)))
        #expect(store.commits == before)
    }

    @Test func disclosesExistingAccountOnlyToItsOwner() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        let account = try await server.addAccount(email, password: "their own old password")
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email, password: password)
        try await app.requestChallenge()
        #expect(await app.rejection(.code("no code")) == .wrongCode(attemptsRemaining: 4))
        let code = try await server.code(to: email)
        #expect(
            try await server.subjects(to: email) == [
                "\(code) is your Example App code: you already have an account"
            ]
        )
        #expect(await app.rejection(.code(code)) == .accountExists)
        #expect(await app.rejection(.code(code)) == .gone)
        #expect(try await server.account(email) == account)
    }

    @Test func keepsAccountCreatedDuringSignUp() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        let account = try await server.addAccount(email, password: "their own old password")
        #expect(await app.rejection(.password(password)) == .accountExists)
        #expect(try await server.account(email) == account)
        #expect(await app.tokenRejection(.none) == .gone)
    }

    @Test func rejectsSignUpForDisabledAccount() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        try await server.addAccount(email, isDisabled: true)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        try await app.requestChallenge()
        #expect(await app.rejection(.code(try await server.code(to: email))) == .accountDisabled)
    }

    @Test func createsNoAccountForAbandonedSignUp() async throws {
        let server = try await CompleteServer.withNativeApp(.password, attributes: Self.pages)
        for stop in 0...4 {
            var app = try await NativeApp(on: server)
            let email = "person\(stop)@example.com"
            try await app.begin(.signUp, email)
            if stop > 0 { try await app.requestChallenge() }
            if stop > 1 { try await app.submitMailedCode(to: email) }
            if stop > 2 { try await app.submit(.password(password)) }
            if stop > 3 { try await app.submit(.partialAttributes(["given_name": "Ada"])) }
            #expect(try await server.account(email) == nil)
            #expect(await app.tokenRejection(.none) == .notPossible)
        }
        server.clock.advance(by: 3_600)
        #expect(try await server.core.store.accounts(after: nil, limit: 1).isEmpty)
    }

    @Test func requiresBrowserForUnsupportedChallengeTypes() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        for (accepts, missing) in [
            (ChallengeTypes.code, ChallengeTypes.password), (.password, .code), ([], [.code, .password]),
        ] {
            let start = NativeFlowStart(flow: .signUp, email: email, accepts: accepts)
            #expect(await app.startRejection(start) == .needsBrowser(missing))
        }
        try await app.begin(.signUp, email)
        #expect(await app.rejection(.requestChallenge(.code)) == .needsBrowser(.password))
        try await app.requestChallenge()
        #expect(await app.rejection(.requestChallenge(.password)) == .needsBrowser(.code))
        #expect(try await server.mailCount == 1)
    }

    @Test func disclosesExistingAccountToAllowedClient() async throws {
        let server = try await CompleteServer.withNativeApp(.code, disclosesAccounts: true)
        try await server.addAccount(email)
        var app = try await NativeApp(on: server)
        #expect(await app.startRejection(NativeFlowStart(flow: .signUp, email: email)) == .accountExists)
        try await app.begin(.signUp, "bob@example.com")
        #expect(try await server.mailCount == 0)
    }

    @Test func rejectsClientWithoutNativeAuthentication() async throws {
        let server = try await CompleteServer.with()
        var app = try await NativeApp(on: server)
        #expect(await app.startRejection(NativeFlowStart(flow: .signUp, email: email)) == .notPossible)
    }

    @Test(arguments: ["", "ada", "ada@", "ada@localhost"]) func rejectsInvalidEmailAddress(text: String) async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await NativeApp(on: server)
        for flow in NativeFlowRequest.Flow.allCases {
            #expect(await app.startRejection(NativeFlowStart(flow: flow, email: text)) == .invalidEmail)
        }
    }
}

extension NativeApp {
    var attributes: AttributesStep? {
        guard case .attributes(let step)? = step else { return nil }
        return step
    }
}
