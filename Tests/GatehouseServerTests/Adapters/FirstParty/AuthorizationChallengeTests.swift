import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// The authorization challenge endpoint, from the first request to the tokens.
@Suite struct AuthorizationChallengeTests {
    private static let email = SecondFactorOwner.email
    private static let password = ChallengeSubmission.password(Secret(SecondFactorOwner.password))

    /// Returns a server whose app is registered for native authentication.
    private static func owner(
        _ method: NativeAuthenticationSettings.Method = .password,
        factors: FactorSettings = FactorSettings(),
        limits: RateLimits = RateLimits(),
        discloses: Bool = false
    ) async throws -> SecondFactorOwner {
        try await SecondFactorOwner(factors: factors, limits: limits) { client in
            client.native = NativeAuthenticationSettings(method: method, disclosesAccounts: discloses)
        }
    }

    @Test func issuesCodeForPassword() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email)
        #expect(app.error?.code == .insufficientAuthorization && app.required == .password)
        await app.submit(Self.password)
        let tokens = try await app.redeem()
        #expect(tokens.refreshToken != nil && tokens.scope == [.openid, .email, .offlineAccess])
    }

    @Test func issuesCodeInOneRequestWithPassword() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        #expect(try await app.authentication().amr == [.password])
    }

    @Test func issuesTokensForResourceOfScopes() async throws {
        let owner = try await SecondFactorOwner(factors: FactorSettings(), limits: RateLimits()) { client in
            client.native = NativeAuthenticationSettings(method: .password)
            client.scopes.insert("orders:read")
        }
        let server = owner.server.identity
        let resource = Resource(
            id: "https://orders.example.com",
            name: "Orders",
            scopes: [ResourceScope("orders:read")],
            createdAt: server.environment.now
        )
        try await server.store.commit([.resource(.insert(resource))])
        var app = FirstPartyApp(on: owner.server)
        app.scope = [.openid, "orders:read"]
        await app.start(.signIn, Self.email, with: Self.password)
        #expect(try await app.redeem().scope == ["orders:read"])
    }

    @Test func issuesCodeForMailedCode() async throws {
        let owner = try await Self.owner(.code)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        #expect(app.required?.codeMethod == .email)
        try await app.submitMailedCode(to: Self.email)
        #expect(try await app.authentication().amr == [.oneTimeCode])
    }

    @Test func keepsSessionAfterWrongInput() async throws {
        let owner = try await Self.owner(.code)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email)
        await app.submit(.code(Secret("10000001")))
        #expect(app.rejected?.parameter == "otp" && app.rejected?.reason == .incorrect)
        #expect(app.rejected?.attemptsRemaining != nil && app.required?.codeMethod == .email)
        try await app.submitMailedCode(to: Self.email)
        #expect(app.code != nil)
    }

    @Test func respondsAlikeWithoutAccount() async throws {
        let owner = try await Self.owner()
        var (known, unknown) = (FirstPartyApp(on: owner.server), FirstPartyApp(on: owner.server))
        await known.start(.signIn, Self.email)
        await unknown.start(.signIn, "eve@example.com")
        #expect(known.required == unknown.required)
        await known.submit(.password(Secret("Summer2026!")))
        await unknown.submit(.password(Secret("Summer2026!")))
        #expect(known.rejected == unknown.rejected && known.rejected?.reason == .incorrect)
        #expect(known.required == unknown.required)
    }

    @Test func issuesCodeForPasskeyWithoutUsername() async throws {
        let owner = try await Self.owner()
        let authenticator = owner.authenticator()
        try await owner.addPasskey(authenticator)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, nil)
        guard case .username(let options?)? = app.required else { throw FlowError.failed }
        await app.submit(.passkey(try owner.sign(options, with: authenticator), name: nil))
        let (amr, acr) = try await app.authentication()
        #expect(amr.contains(.multiFactor) && acr == .multiFactor)
    }

    @Test func requiresEnrolledFactorAfterPassword() async throws {
        let owner = try await Self.owner()
        let (secret, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        #expect(app.required?.methods == [.authenticatorApp, .recoveryCode])
        await app.submit(.method(FactorName.authenticatorApp.rawValue))
        #expect(app.required?.codeMethod == .authenticatorApp)
        await app.submit(.code(Secret("000000")))
        #expect(app.rejected?.reason == .incorrect && app.required?.codeMethod == .authenticatorApp)
        await app.submit(.code(Secret(owner.code(of: secret))))
        let (amr, acr) = try await app.authentication()
        #expect(amr == [.password, .oneTimeCode, .multiFactor] && acr == .multiFactor)
    }

    @Test func acceptsPasskeyAndRecoveryCodeAsSecondFactor() async throws {
        let owner = try await Self.owner()
        let (_, codes) = try await owner.enrolApp()
        let authenticator = owner.authenticator()
        try await owner.addPasskey(authenticator)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        await app.submit(.method(FactorName.passkey.rawValue))
        guard case .passkey(let options, _)? = app.required else { throw FlowError.failed }
        await app.submit(.passkey(try owner.sign(options, with: authenticator), name: nil))
        #expect(try await app.authentication().acr == .multiFactor)

        await app.start(.signIn, Self.email, with: Self.password)
        await app.submit(.method(FactorName.recoveryCode.rawValue))
        await app.submit(.code(Secret(try #require(codes.first))))
        #expect(try await app.authentication().acr == .multiFactor)
    }

    @Test func requiresRequestedClass() async throws {
        let owner = try await Self.owner()
        let (secret, _) = try await owner.enrolApp()
        _ = try await owner.credentials.setSecondFactor(
            false,
            of: try await owner.stored,
            owner.request([.knowledge, .possession])
        )
        owner.server.clock.advance(by: 60)
        var app = FirstPartyApp(on: owner.server)
        app.acrValues = [.multiFactor]
        await app.start(.signIn, Self.email, with: Self.password)
        #expect(app.code == nil)
        await app.submit(.method(FactorName.authenticatorApp.rawValue))
        await app.submit(.code(Secret(owner.code(of: secret))))
        #expect(try await app.authentication().acr == .multiFactor)
    }

    @Test func enrolsRequiredFactorDuringSignIn() async throws {
        let owner = try await Self.owner(factors: FactorSettings(secondFactor: .required))
        var app = FirstPartyApp(on: owner.server)
        // Without an account's other address, nothing is available yet.
        await app.start(.signIn, Self.email, with: Self.password)
        if case .method? = app.required { return }
        #expect(app.required?.methods.contains(.authenticatorApp) == true)
        await app.submit(.method(FactorName.authenticatorApp.rawValue))
        guard case .authenticatorAppEnrolment(_, let secret, _)? = app.required,
            let totp = SecondFactorOwner.secret(secret)
        else { throw FlowError.failed }
        await app.submit(.code(Secret(owner.code(of: totp))))
        guard case .recoveryCodes(let codes)? = app.required else { throw FlowError.failed }
        #expect(codes.count == 10)
        await app.submit(.recoveryCodesSaved)
        #expect(try await app.authentication().acr == .multiFactor)
    }

    @Test func signsUpWithPasswordAndCode() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signUp, "grace@example.com")
        #expect(app.required?.codeMethod == .email)
        try await app.submitMailedCode(to: "grace@example.com")
        #expect(app.required == .newPassword)
        await app.submit(.newPassword(Secret("qwertyuiop")))
        #expect(app.rejected?.parameter == "new_password")
        await app.submit(.newPassword(Secret("mauve tractor umbrella")))
        #expect(app.code != nil)
        _ = try await app.redeem()
        #expect(try await owner.server.account("grace@example.com") != nil)
    }

    @Test func resetsPasswordAndSignsIn() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.reset, Self.email)
        try await app.submitMailedCode(to: Self.email)
        #expect(app.required == .newPassword)
        await app.submit(.newPassword(Secret("mauve tractor umbrella")))
        _ = try await app.redeem()
        await app.start(.signIn, Self.email, with: .password(Secret("mauve tractor umbrella")))
        #expect(app.code != nil)
    }

    @Test func requiresSecondFactorAfterReset() async throws {
        let owner = try await Self.owner()
        _ = try await owner.enrolApp()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.reset, Self.email)
        try await app.submitMailedCode(to: Self.email)
        await app.submit(.newPassword(Secret("mauve tractor umbrella")))
        #expect(app.code == nil && app.required?.methods.contains(.authenticatorApp) == true)
    }

    @Test func acceptsCodeOnceAndRevokesTokensOfReplay() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        _ = try await app.redeem()
        await #expect(throws: OAuthError.self) { _ = try await app.redeem() }
        #expect(try await owner.server.auditKinds().contains(.codeReplayed))
    }

    @Test func rejectsCodeAfterPasswordChange() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        var reset = FirstPartyApp(on: owner.server)
        await reset.start(.reset, Self.email)
        try await reset.submitMailedCode(to: Self.email)
        await reset.submit(.newPassword(Secret("mauve tractor umbrella")))
        await #expect(throws: OAuthError.self) { _ = try await app.redeem() }
    }

    @Test func requiresCodeVerifier() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        await #expect(throws: OAuthError.self) { _ = try await app.redeem(verifier: nil) }
        app.codeChallenge = nil
        await app.start(.signIn, Self.email)
        #expect(app.error?.code == .invalidRequest && app.session == nil)
    }

    @Test func rejectsSessionsOfOtherClientsAndEarlierSteps() async throws {
        let owner = try await Self.owner(.code)
        try await owner.server.add(
            {
                var other = Client.app("other", createdAt: owner.server.clock.now)
                other.native = NativeAuthenticationSettings(method: .code, disclosesAccounts: false)
                return other
            }()
        )
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email)
        let session = try #require(app.session)
        var other = FirstPartyApp(on: owner.server)
        other.client = "other"
        await other.submit(.code(Secret("10000001")), in: session)
        #expect(other.error?.code == .invalidSession)
        try await app.submitMailedCode(to: Self.email)
        await app.submit(.code(Secret("10000001")), in: session)
        #expect(app.error?.code == .invalidSession)
        await app.submit(nil, in: Secret("made-up"))
        #expect(app.error?.code == .invalidSession)
    }

    @Test func rejectsInputOfOtherSteps() async throws {
        let owner = try await Self.owner(.code)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email)
        for submission: ChallengeSubmission in [
            Self.password, .newPassword(Secret("mauve tractor umbrella")), .method("passkey"), .recoveryCodesSaved,
            .passkey(.object([:]), name: nil),
        ] {
            await app.submit(submission)
            #expect(app.error?.code == .invalidRequest, "\(submission)")
        }
        #expect(try await owner.server.mailedCode(to: Self.email) != nil)
    }

    @Test func refusesClientsWithoutNativeAuthentication() async throws {
        let owner = try await SecondFactorOwner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email)
        #expect(app.error?.code == .unauthorizedClient)
    }

    @Test func returnsCurrentStepForSessionAlone() async throws {
        let owner = try await Self.owner(.code)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email)
        await app.submit(nil)
        #expect(app.required?.codeMethod == .email && app.rejected == nil)
    }

    @Test func acceptsSecondFactorInOneOfManyConcurrentRequests() async throws {
        let owner = try await Self.owner()
        let (secret, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        await app.submit(.method(FactorName.authenticatorApp.rawValue))
        let code = ChallengeSubmission.code(Secret(owner.code(of: secret)))
        let start = app
        let codes = await withTaskGroup(of: Secret?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var attempt = start
                    await attempt.submit(code)
                    return attempt.code
                }
            }
            return await group.reduce(into: []) { if let code = $1 { $0.append(code) } }
        }
        #expect(codes.count == 1)
    }
}
