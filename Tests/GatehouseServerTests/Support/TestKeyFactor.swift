import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A factor for tests: a key in the account's attributes, with counters of challenges and of rejected inputs.
struct TestKeyFactor: AdditionalFactor {
    static let name = FactorName(rawValue: "test-key")
    static let kind = FactorKind.possession
    static let method = AMR.hardwareKey

    /// The attributes of an account that has enrolled the factor.
    static let enrolled: [String: JSONValue] = ["test_key": "secret of the test key"]
    static let proof: JSONValue = "secret of the test key"
    static let counter = "rejected test keys"
    static let challengeCounter = "challenges of test keys"

    /// The number of challenges, and of rejected inputs, that the factor's own counters permit.
    var challengeLimit = 100
    var rejectionLimit = 100

    func evidence(of holder: FactorHolder) -> Evidence? {
        holder.account.attributes["test_key"] == nil ? nil : Evidence([Self.kind])
    }

    func challenge(_ holder: FactorHolder, _ context: FactorContext) async throws(ServiceFailure) -> FactorChallenge {
        FactorChallenge(
            state: ["rejected": 0],
            changes: [increment(Self.challengeCounter, limit: challengeLimit, at: context.now)]
        )
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorVerification {
        guard input == holder.account.attributes["test_key"] else {
            // An input that is not a text is not compared.
            guard input.string != nil else { return .malformed }
            let counted = increment(Self.counter, limit: rejectionLimit, at: context.now)
            return .rejected(state: ["rejected": 1], changes: [counted])
        }
        let reset = ConditionalWrite(.counter(.reset(key: Self.counter)))
        return .proven([Self.proven(at: context.now)], changes: [reset])
    }

    private func increment(_ key: String, limit: Int, at now: Date) -> ConditionalWrite {
        ConditionalWrite(
            .counter(.increment(key: key, limit: limit, at: now, expiresAt: now + 60)),
            onConflict: .limit(.codeFailuresPerAccount)
        )
    }
}

extension AuthenticationRequirement {
    /// Returns the requirement of a request with `acr_values`.
    static func preferring(_ acr: ACR) -> AuthenticationRequirement {
        var requirement = AuthenticationRequirement()
        requirement.preferredClasses = [acr]
        return requirement
    }

    /// Returns the requirement of a request with an essential `acr` claim.
    static func requiring(_ acr: ACR) -> AuthenticationRequirement {
        var requirement = AuthenticationRequirement()
        requirement.requiredClasses = [acr]
        return requirement
    }
}
