import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// Ceremonies with a missing or changed byte, which are never accepted.
@Suite struct DamagedCeremonyTests {
    private let challenge = TestCeremony.challenge

    private func registration(_ attestation: SoftwareAuthenticator.Attestation) throws -> PasskeyRegistration {
        var authenticator = SoftwareAuthenticator()
        authenticator.attestation = attestation
        authenticator.extensions = .map([(.text("credProtect"), .integer(2))])
        return try authenticator.register(challenge)
    }

    @Test func rejectsTruncatedRegistrations() throws {
        for attestation in [SoftwareAuthenticator.Attestation.none, .selfSigned, .certified(AttestationIssuer())] {
            let valid = try registration(attestation)
            #expect(TestCeremony.rejection(of: valid) == nil)
            for length in 0..<valid.response.attestationObject.count {
                var damaged = valid
                damaged.response.attestationObject = valid.response.attestationObject.prefix(length)
                #expect(TestCeremony.rejection(of: damaged) == .malformedAttestationObject)
            }
        }
    }

    /// A certificate's own signature is not verified, so only a self-signed statement covers every byte.
    @Test func rejectsSelfAttestedRegistrationsWithChangedByte() throws {
        let valid = try registration(.selfSigned)
        for index in 0..<valid.response.attestationObject.count {
            for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                var damaged = valid
                damaged.response.attestationObject[index] ^= mask
                #expect(!isVerified(damaged), "byte \(index), mask \(mask)")
            }
        }
    }

    @Test func survivesRegistrationsWithChangedByte() throws {
        for attestation in [SoftwareAuthenticator.Attestation.none, .certified(AttestationIssuer())] {
            let valid = try registration(attestation)
            var rejected = 0
            for index in 0..<valid.response.attestationObject.count {
                var damaged = valid
                damaged.response.attestationObject[index] ^= 0x01
                if TestCeremony.rejection(of: damaged) != nil { rejected += 1 }
            }
            #expect(rejected > 100)
        }
    }

    @Test func rejectsAssertionsWithMissingOrChangedByte() throws {
        let passkey = try TestCeremony.store(SoftwareAuthenticator(.edDSA))
        for key in [AuthenticatorKey.es256, .edDSA, try .rs256()] {
            let authenticator = SoftwareAuthenticator(key)
            let stored = try TestCeremony.store(authenticator)
            let valid = try authenticator.sign(challenge)
            #expect(TestCeremony.rejection(of: valid, passkey: stored) == nil)
            #expect(TestCeremony.rejection(of: valid, passkey: passkey) != nil)
            for member in [\PasskeyAssertion.Response.clientDataJSON, \.authenticatorData, \.signature] {
                for index in 0..<valid.response[keyPath: member].count {
                    var damaged = valid
                    damaged.response[keyPath: member][index] ^= 0x01
                    #expect(TestCeremony.rejection(of: damaged, passkey: stored) != nil)
                    damaged = valid
                    damaged.response[keyPath: member] = valid.response[keyPath: member].prefix(index)
                    #expect(TestCeremony.rejection(of: damaged, passkey: stored) != nil)
                }
            }
        }
    }

    /// Returns whether the registration is accepted with a verified statement: a change of `fmt` makes it unverified.
    private func isVerified(_ registration: PasskeyRegistration) -> Bool {
        let passkey = try? TestCeremony.relyingParty.verifyRegistration(
            registration,
            challenge: challenge,
            requiresUserVerification: true
        )
        if case .unverified = passkey?.attestation { return false }
        return passkey != nil
    }
}
