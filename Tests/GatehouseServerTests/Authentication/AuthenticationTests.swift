import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct AuthenticationTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func derivesSingleFactorClass() {
        let authentication = Authentication([], at: now).adding([PasswordVerifier.proven(at: now + 1)])
        #expect(authentication.amr == [.password])
        #expect(authentication.acr == .singleFactor)
        #expect(authentication.authenticatedAt == now + 1)
    }

    @Test func derivesMultiFactorClassFromTwoKinds() {
        let authentication = Authentication([PasswordVerifier.proven(at: now)], at: now)
            .adding([TestKeyFactor.proven(at: now + 5)])
        #expect(authentication.amr == [.password, .hardwareKey, .multiFactor])
        #expect(authentication.acr == .multiFactor)
        #expect(authentication.authenticatedAt == now + 5)
        #expect(authentication.factors.map(\.provenAt) == [now, now + 5])
    }

    /// With access to a mailbox, the password can be reset: both are one kind of evidence.
    @Test func countsPasswordAndMailedCodeAsOneKind() {
        let authentication = Authentication([PasswordVerifier.proven(at: now)], at: now)
            .adding([CodeFactor.proven(at: now)])
        #expect(authentication.amr == [.password, .oneTimeCode])
        #expect(authentication.acr == .singleFactor)
    }

    @Test func replacesEarlierProofOfSameFactor() {
        let authentication = Authentication([PasswordVerifier.proven(at: now), TestKeyFactor.proven(at: now)], at: now)
            .adding([PasswordVerifier.proven(at: now + 9)])
        #expect(authentication.factors == [TestKeyFactor.proven(at: now), PasswordVerifier.proven(at: now + 9)])
        #expect(authentication.amr == [.hardwareKey, .password, .multiFactor])
    }

    @Test func describesAccountWithoutCredentials() {
        let authentication = Authentication([], at: now)
        #expect(authentication.amr == [])
        #expect(authentication.acr == .singleFactor)
    }

    @Test func reachesClassesByEvidence() {
        let other = ACR(rawValue: "urn:example:gold")
        let password = Evidence([.knowledge])
        #expect(password.reaches(.singleFactor) && !password.reaches(.multiFactor))
        #expect(password.union(Evidence([.possession])).reaches(.multiFactor))
        #expect(!password.union(Evidence([.possession])).reaches(.phishingResistant))
        let synchronized = Evidence([.possession, .inherence], isPhishingResistant: true)
        #expect(synchronized.reaches(.multiFactor) && synchronized.reaches(.phishingResistant))
        #expect(!synchronized.reaches(.hardwareProtected) && !synchronized.reaches(other))
        let key = Evidence([.possession], isPhishingResistant: true, isHardwareProtected: true)
        #expect(!key.reaches(.multiFactor) && key.reaches(.phishingResistant) && key.reaches(.hardwareProtected))
    }

    @Test func statesRequestedClass() {
        var authentication = Authentication([], at: now)
        authentication.requestedClass = .phishingResistant
        #expect(authentication.acr == .phishingResistant)
    }
}
