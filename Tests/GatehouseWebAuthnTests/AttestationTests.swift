import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

@Suite struct AttestationTests {
    private func rejection(
        _ attestation: SoftwareAuthenticator.Attestation,
        change: @escaping ([(String, EncodableCBOR)]) -> [(String, EncodableCBOR)] = { $0 }
    ) throws -> WebAuthnError? {
        var authenticator = SoftwareAuthenticator()
        authenticator.attestation = attestation
        authenticator.changesAttestation = change
        return TestCeremony.rejection(of: try authenticator.register(TestCeremony.challenge))
    }

    /// Returns the reason to reject a certificate.
    private func rejection(_ change: (inout AttestationIssuer) -> Void) throws -> WebAuthnError? {
        var issuer = AttestationIssuer()
        change(&issuer)
        return try rejection(.certified(issuer))
    }

    // MARK: Formats

    @Test func verifiesSelfAttestationOfEveryAlgorithm() throws {
        for key in [AuthenticatorKey.es256, .edDSA, try .rs256()] {
            var authenticator = SoftwareAuthenticator(key)
            authenticator.attestation = .selfSigned
            #expect(try TestCeremony.register(authenticator).attestation == .selfSigned)
        }
    }

    @Test func verifiesCertifiedAttestation() throws {
        var authenticator = SoftwareAuthenticator()
        let issuer = AttestationIssuer()
        authenticator.attestation = .certified(issuer)
        let attestation = try TestCeremony.register(authenticator).attestation
        guard case .certified(let chain, let aaguid) = attestation else {
            Issue.record("The attestation is \(attestation)")
            return
        }
        #expect(chain.count == 1)
        #expect(aaguid == UUID(uuidString: "A5A5A5A5-A5A5-A5A5-A5A5-A5A5A5A5A5A5"))
    }

    @Test func treatsUnknownFormatsAsUnverified() throws {
        for (format, statement) in [("apple", EncodableCBOR.map([])), ("compound", .array([.map([])]))] {
            var authenticator = SoftwareAuthenticator()
            authenticator.changesAttestation = {
                [("fmt", .text(format)), ("attStmt", statement)] + $0.filter { $0.0 == "authData" }
            }
            #expect(try TestCeremony.register(authenticator).attestation == .unverified(format: format))
        }
    }

    @Test(arguments: ["", "a b", "ä", String(repeating: "a", count: 33)])
    func rejectsNamesThatAreNoFormat(name: String) throws {
        let outcome = try rejection(.none) { [("fmt", .text(name))] + $0.dropFirst() }
        #expect(outcome == .malformedAttestationObject)
    }

    // MARK: Statements

    @Test func rejectsStatementOfFormatNone() throws {
        let statement = EncodableCBOR.map([(.text("sig"), .bytes(Data([1])))])
        let outcome = try rejection(.none) { $0.map { $0.0 == "attStmt" ? ($0.0, statement) : $0 } }
        #expect(outcome == .malformedAttestationStatement)
    }

    @Test func rejectsSelfAttestationOfOtherAlgorithm() throws {
        let statement = EncodableCBOR.map([(.text("alg"), .integer(-8)), (.text("sig"), .bytes(Data(count: 64)))])
        let outcome = try rejection(.selfSigned) { $0.map { $0.0 == "attStmt" ? ($0.0, statement) : $0 } }
        #expect(outcome == .malformedAttestationStatement)
    }

    @Test func rejectsInvalidSelfAttestation() throws {
        let statement = EncodableCBOR.map([(.text("alg"), .integer(-7)), (.text("sig"), .bytes(Data(count: 70)))])
        let outcome = try rejection(.selfSigned) { $0.map { $0.0 == "attStmt" ? ($0.0, statement) : $0 } }
        #expect(outcome == .invalidAttestationSignature)
    }

    @Test(
        arguments: [
            [], [("alg", .integer(-7))], [("alg", .text("ES256")), ("sig", .bytes(Data()))],
            [("alg", .integer(-7)), ("sig", .bytes(Data(count: 70))), ("x5c", .array([]))],
            [("alg", .integer(-7)), ("sig", .bytes(Data(count: 70))), ("x5c", .array([.integer(1)]))],
            [("alg", .integer(-7)), ("sig", .bytes(Data(count: 70))), ("x5c", .bytes(Data()))],
            [("alg", .integer(-7)), ("sig", .bytes(Data(count: 70))), ("ecdaaKeyId", .bytes(Data()))],
            [("alg", .integer(-7)), ("sig", .bytes(Data(count: 1025)))],
        ] as [[(String, EncodableCBOR)]]
    )
    func rejectsMalformedStatements(members: [(String, EncodableCBOR)]) throws {
        let statement = EncodableCBOR.map(members.map { (.text($0.0), $0.1) })
        let outcome = try rejection(.selfSigned) { $0.map { $0.0 == "attStmt" ? ($0.0, statement) : $0 } }
        #expect(outcome == .malformedAttestationStatement)
    }

    @Test func rejectsMissingUnexpectedAndRepeatedMembers() throws {
        for name in ["fmt", "attStmt", "authData"] {
            #expect(try rejection(.none) { $0.filter { $0.0 != name } } == .malformedAttestationObject)
            #expect(try rejection(.none) { $0 + $0.filter { $0.0 == name } } == .malformedAttestationObject)
        }
        #expect(try rejection(.none) { $0 + [("epAtt", .bool(true))] } == .malformedAttestationObject)
    }

    // MARK: Certificates

    @Test func acceptsCertificateWithoutModel() throws {
        #expect(try rejection { $0.hasModel = false } == nil)
    }

    @Test func rejectsCertificatesThatAreNotForAttestation() throws {
        let changes: [(inout AttestationIssuer) -> Void] = [
            { $0.organizationalUnit = "Servers" }, { $0.version = 1 }, { $0.isAuthority = true },
            { $0.isAuthority = nil }, { $0.isModelCritical = true }, { $0.otherModel = Data(count: 16) },
            { $0.otherModel = Data(count: 15) },
        ]
        for change in changes { #expect(try rejection(change) == .invalidAttestationCertificate) }
    }

    @Test func rejectsEveryChangeOfCertificate() throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.attestation = .certified(AttestationIssuer())
        let certificate = try AttestationIssuer().certificate(aaguid: authenticator.aaguid)
        for length in 0..<certificate.count {
            authenticator.changesAttestation = { members in
                let statement = EncodableCBOR.map([
                    (.text("alg"), .integer(-7)), (.text("sig"), .bytes(Data(count: 70))),
                    (.text("x5c"), .array([.bytes(certificate.prefix(length))])),
                ])
                return members.map { $0.0 == "attStmt" ? ($0.0, statement) : $0 }
            }
            let outcome = TestCeremony.rejection(of: try authenticator.register(TestCeremony.challenge))
            #expect(outcome == .invalidAttestationCertificate)
        }
    }
}
