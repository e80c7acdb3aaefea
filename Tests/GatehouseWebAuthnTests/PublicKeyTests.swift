import AuthenticatorTestSupport
import Crypto
import Foundation
import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

@Suite struct PublicKeyTests {
    private typealias Members = [(EncodableCBOR, EncodableCBOR)]

    private func rejection(_ key: AuthenticatorKey, _ change: (inout Members) -> Void) throws -> WebAuthnError? {
        var members = try key.coseMembers()
        change(&members)
        return try rejection(.map(members), key: key)
    }

    private func rejection(_ value: EncodableCBOR, key: AuthenticatorKey = .es256) throws -> WebAuthnError? {
        var authenticator = SoftwareAuthenticator(key)
        authenticator.publicKey = value
        return TestCeremony.rejection(of: try authenticator.register(TestCeremony.challenge))
    }

    @Test func rejectsKeyOfOtherAlgorithm() throws {
        // The members of each key with the algorithm of each other.
        let keys: [AuthenticatorKey] = [.es256, .edDSA, try .rs256()]
        for key in keys {
            for other in keys where other.algorithm != key.algorithm {
                #expect(try rejection(key) { $0[1].1 = .integer(other.algorithm) } == .malformedPublicKey)
            }
        }
    }

    @Test(arguments: [-35, -36, -37, -9, -19, 0, 5, -65_535, Int64.min])
    func rejectsUnsupportedAlgorithms(algorithm: Int64) throws {
        #expect(try rejection(.es256) { $0[1].1 = .integer(algorithm) } == .algorithmNotAllowed)
    }

    @Test func rejectsAlgorithmThatWasNotRequested() throws {
        let party = RelyingParty(
            id: "example.com",
            origins: TestCeremony.relyingParty.origins,
            algorithms: [.es256]
        )
        let registration = try SoftwareAuthenticator(.edDSA).register(TestCeremony.challenge)
        #expect(TestCeremony.rejection(of: registration, by: party) == .algorithmNotAllowed)
        #expect(TestCeremony.rejection(of: registration) == nil)
    }

    @Test(arguments: [0, 2, 8]) func rejectsOtherCurves(curve: Int64) throws {
        #expect(try rejection(.es256) { $0[2].1 = .integer(curve) } == .malformedPublicKey)
        #expect(try rejection(.edDSA) { $0[2].1 = .integer(curve) } == .malformedPublicKey)
    }

    @Test func rejectsPointsOutsideOfCurve() throws {
        #expect(try rejection(.es256) { $0[4].1 = .bytes(Data(repeating: 1, count: 32)) } == .malformedPublicKey)
        #expect(
            try rejection(.es256) {
                $0[3].1 = .bytes(Data(count: 32))
                $0[4].1 = .bytes(Data(count: 32))
            } == .malformedPublicKey
        )
    }

    /// Anyone can sign for a point of small order.
    @Test func rejectsPointsOfSmallOrder() throws {
        for first: UInt8 in [0, 1] {
            let point = Data([first]) + Data(count: 31)
            #expect(try rejection(.edDSA) { $0[3].1 = .bytes(point) } == .malformedPublicKey)
        }
    }

    @Test func rejectsOtherFormsOfPoints() throws {
        #expect(try rejection(.es256) { $0[4].1 = .bool(true) } == .malformedPublicKey)
        #expect(try rejection(.es256) { $0[3].1 = .bytes(Data(count: 31)) } == .malformedPublicKey)
        #expect(try rejection(.edDSA) { $0[3].1 = .bytes(Data(count: 33)) } == .malformedPublicKey)
    }

    @Test func rejectsMissingUnexpectedAndRepeatedMembers() throws {
        for index in 0..<5 {
            #expect(try rejection(.es256) { $0.remove(at: index) } == .malformedPublicKey)
        }
        #expect(try rejection(.es256) { $0.append((.integer(2), .bytes(Data([1])))) } == .malformedPublicKey)
        #expect(try rejection(.es256) { $0.append((.text("a"), .integer(1))) } == .malformedPublicKey)
        #expect(try rejection(.es256) { $0.append($0[0]) } == .malformedAuthenticatorData)
        #expect(try rejection(.array([])) == .malformedPublicKey)
    }

    @Test func rejectsRSAKeysOfOtherSizes() throws {
        let key = try AuthenticatorKey.rs256()
        func modulus(_ count: Int) -> EncodableCBOR { .bytes(Data(repeating: 0xFF, count: count)) }
        for count in [1, 128, 255, 513, 1024] {
            #expect(try rejection(key) { $0[2].1 = modulus(count) } == .unsupportedKeySize)
        }
        #expect(try rejection(key) { $0[2].1 = .bytes(Data(count: 256)) } == .malformedPublicKey)
        #expect(try rejection(key) { $0[2].1 = .bytes(Data()) } == .malformedPublicKey)
        for exponent in [[], [1], [0, 3], [4], [1, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(try rejection(key) { $0[3].1 = .bytes(Data(exponent)) } == .malformedPublicKey)
        }
    }
}
