import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// The limits between the protocols of native apps, and what a part of a sign-in must not reach.
@Suite struct NativeProtocolTests {
    private static let email = SecondFactorOwner.email
    private static let password = ChallengeSubmission.password(Secret(SecondFactorOwner.password))

    private static func owner(
        _ method: NativeAuthenticationSettings.Method = .password,
        factors: FactorSettings = FactorSettings()
    ) async throws -> SecondFactorOwner {
        try await SecondFactorOwner(factors: factors) { client in
            client.native = NativeAuthenticationSettings(method: method)
        }
    }

    @Test func keepsFirstPartyFlowFromOtherProtocols() async throws {
        let owner = try await Self.owner()
        var app = FirstPartyApp(on: owner.server)
        await app.start(.reset, Self.email)
        try await app.submitMailedCode(to: Self.email)
        let session = try #require(app.session)
        var other = try await NativeApp(on: owner.server)
        let input = FlowInput.newPassword("mauve tractor umbrella")
        #expect(await other.rejection(input, with: session, as: .reset) == .gone)
        #expect(await other.tokenRejection(.none, with: session) == .gone)
    }

    @Test func keepsFlowOfEntraFromFirstPartyEndpoint() async throws {
        let owner = try await Self.owner()
        var entra = try await NativeApp(on: owner.server)
        try await entra.begin(.signIn, Self.email)
        try await entra.requestChallenge()
        var app = FirstPartyApp(on: owner.server)
        await app.submit(Self.password, in: try entra.token)
        #expect(app.error?.code == .invalidSession && app.code == nil)
    }

    @Test func rejectsEssentialClassThatTokenRequestAsksFor() async throws {
        let owner = try await Self.owner()
        var app = try await NativeApp(on: owner.server)
        try await app.begin(.signIn, Self.email)
        try await app.requestChallenge()
        let claims = try ClaimsRequest(parsing: #"{"id_token":{"acr":{"essential":true,"values":["phr"]}}}"#)
        let grant = NativeTokenRequest(
            proof: .password(SecondFactorOwner.password),
            scopes: [.openid],
            claims: claims,
            format: StandardTokenFormat()
        )
        let token = try app.token
        await #expect(throws: FlowError.additionalFactorRequired) {
            _ = try await owner.server.identity.flows.native.redeem(
                grant,
                token: token,
                client: app.client,
                language: .english,
                context: app.context
            )
        }
    }

    @Test func disclosesRecoveryCodesInOneResponse() async throws {
        let owner = try await Self.owner(factors: FactorSettings(secondFactor: .required))
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, Self.email, with: Self.password)
        await app.submit(.method(FactorName.authenticatorApp.rawValue))
        guard case .authenticatorAppEnrolment(_, let secret, _)? = app.required,
            let totp = SecondFactorOwner.secret(secret)
        else { throw FlowError.failed }
        await app.submit(nil)
        guard case .enrolment? = app.required else { throw FlowError.failed }
        await app.submit(.code(Secret(owner.code(of: totp))))
        guard case .recoveryCodes(let codes)? = app.required else { throw FlowError.failed }
        #expect(codes.count == 10)
        await app.submit(nil)
        #expect(app.required == .recoveryCodes([]))
    }

    @Test func enrolsNothingAfterCodeToSecondFactorAlone() async throws {
        let factors = FactorSettings(secondFactor: .required, acceptsMailCodes: false, acceptsSMSCodes: true)
        let owner = try await Self.owner(.code, factors: factors)
        let number = AccountIdentifier(kind: .phone, value: "+819012345678", verifiedAt: owner.server.clock.now)
        var account = try await owner.stored
        account.identifiers.append(number)
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        var app = FirstPartyApp(on: owner.server)
        await app.start(.signIn, number.value)
        try await app.submitMailedCode(to: number.value)
        #expect(app.error?.code == .redirectToWeb && app.required == nil)
    }
}
