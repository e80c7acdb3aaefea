import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// DPoP proofs at the authorization challenge endpoint (OAuth 2.0 for First-Party Applications, draft 04, §9.5.1,
/// §9.6.1).
@Suite struct AuthorizationChallengeProofTests {
    private static let password = ChallengeSubmission.password(Secret(SecondFactorOwner.password))

    private let app: FirstPartyApp

    init() async throws {
        let owner = try await SecondFactorOwner { client in
            client.native = NativeAuthenticationSettings(method: .password, disclosesAccounts: false)
        }
        app = FirstPartyApp(on: owner.server)
    }

    @Test func bindsSessionAndCodeToKeyOfFirstRequest() async throws {
        var app = app
        app.signer = try ProofSigner()
        await app.start(.signIn, SecondFactorOwner.email)
        await app.submit(Self.password)
        #expect(try await app.redeem().tokenType == .dpop)
    }

    @Test(arguments: [true, false]) func rejectsSessionWithOtherKeyOrNone(hasKey: Bool) async throws {
        var app = app
        let signer = try ProofSigner()
        app.signer = signer
        await app.start(.signIn, SecondFactorOwner.email)
        app.signer = hasKey ? try ProofSigner() : nil
        await app.submit(Self.password)
        #expect(app.error?.code == .invalidDPoPProof)
        #expect(app.error?.status == .badRequest)
        await app.start(.signIn, SecondFactorOwner.email, in: app.session)
        #expect(app.error?.code == .invalidDPoPProof)
        app.signer = signer
        await app.submit(Self.password)
        #expect(app.code != nil)
    }

    @Test func rejectsCodeWithOtherKey() async throws {
        var app = app
        app.signer = try ProofSigner()
        await app.start(.signIn, SecondFactorOwner.email, with: Self.password)
        app.signer = try ProofSigner()
        let other = app
        #expect(try await oauthError { try await other.redeem() }.code == .invalidGrant)
    }

    @Test func leavesSessionUnboundWithoutProofInFirstRequest() async throws {
        var app = app
        await app.start(.signIn, SecondFactorOwner.email)
        app.signer = try ProofSigner()
        await app.submit(Self.password)
        app.signer = try ProofSigner()
        #expect(try await app.redeem().tokenType == .dpop)
    }
}
