import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A factor for tests: a key in the account's attributes, with a counter of rejected inputs.
struct TestKeyFactor: AdditionalFactor {
    static let name = FactorName(rawValue: "test-key")
    static let kind = FactorKind.possession
    static let method = AMR.hardwareKey

    /// The attributes of an account that has enrolled the factor.
    static let enrolled: [String: JSONValue] = ["test_key": "secret of the test key"]
    static let proof: JSONValue = "secret of the test key"
    static let counter = "rejected test keys"

    func isEnrolled(by account: Account) async throws(FlowError) -> Bool { account.attributes["test_key"] != nil }

    func challenge(
        _ account: Account,
        _ context: FactorContext
    ) async throws(FlowError) -> (state: JSONValue, changes: [Change]) {
        (["rejected": 0], [])
    }

    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of account: Account,
        _ context: FactorContext
    ) async throws(FlowError) -> FactorVerification {
        guard input == account.attributes["test_key"] else {
            let counted = CounterChange.increment(
                key: Self.counter,
                limit: 100,
                at: context.now,
                expiresAt: context.now + 60
            )
            return .rejected(.wrongCredentials, state: ["rejected": 1], changes: [.counter(counted)])
        }
        return .proven([Self.proven(at: context.now)], changes: [.counter(.reset(key: Self.counter))])
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
