import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct AuthenticationPolicyTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private var password: Authentication { Authentication([PasswordVerifier.proven(at: now)], at: now) }
    private var both: Authentication { password.adding([TestKeyFactor.proven(at: now)]) }

    /// Returns the missing part of an authentication; `nil` if it suffices.
    private func missing(
        _ authentication: Authentication,
        minimum: ACR = .singleFactor,
        isNew: Bool = true,
        for requirement: AuthenticationRequirement = AuthenticationRequirement(),
        enrolled: Set<FactorKind> = [],
        after seconds: TimeInterval = 0
    ) -> AuthenticationPolicy.Missing? {
        let decision = AuthenticationPolicy(minimum: minimum).decide(
            authentication,
            isNew: isNew,
            for: requirement,
            enrolled: enrolled,
            at: now + seconds
        )
        switch decision {
        case .sufficient(let accepted):
            #expect(accepted.authentication == authentication)
            return nil
        case .insufficient(let missing): return missing
        }
    }

    @Test func acceptsOneFactorByDefault() {
        #expect(missing(password) == nil)
        #expect(missing(password, enrolled: [.possession]) == nil)
        #expect(missing(Authentication([], at: now)) == nil)
    }

    @Test func requiresNewProofAfterMaximumAge() {
        var requirement = AuthenticationRequirement()
        requirement.maxAge = 100
        #expect(missing(password, isNew: false, for: requirement, after: 100) == nil)
        #expect(missing(password, isNew: false, for: requirement, after: 101) == .newProof)
        // The user authenticated for this request, and a page was open for a while.
        #expect(missing(password, isNew: true, for: requirement, after: 101) == nil)
    }

    @Test func requiresNewProofForForcedSignIn() {
        var requirement = AuthenticationRequirement()
        requirement.requiresNewProof = true
        #expect(missing(password, isNew: false, for: requirement) == .newProof)
        #expect(missing(password, isNew: true, for: requirement) == nil)
    }

    @Test func requiresAnotherFactorForRequiredClass() {
        let requirement = AuthenticationRequirement.requiring(.multiFactor)
        #expect(missing(password, for: requirement) == .unreachableClass)
        #expect(missing(password, for: requirement, enrolled: [.knowledge]) == .unreachableClass)
        let kinds: Set<FactorKind> = [.knowledge, .possession]
        #expect(missing(password, for: requirement, enrolled: kinds) == .additionalFactor([.possession]))
        #expect(missing(both, for: requirement, enrolled: kinds) == nil)
        #expect(missing(both, for: .requiring(ACR(rawValue: "urn:example:gold"))) == .unreachableClass)
    }

    @Test func requiresAnotherFactorForMinimumOfServer() {
        #expect(missing(password, minimum: .multiFactor) == .unreachableClass)
        #expect(missing(password, minimum: .multiFactor, enrolled: [.possession]) == .additionalFactor([.possession]))
        #expect(missing(both, minimum: .multiFactor) == nil)
    }

    @Test func meetsPreferenceOnlyIfUserCan() {
        let requirement = AuthenticationRequirement.preferring(.multiFactor)
        #expect(missing(password, for: requirement) == nil)
        #expect(missing(password, for: requirement, enrolled: [.possession]) == .additionalFactor([.possession]))
        var ordered = requirement
        ordered.preferredClasses = [.singleFactor, .multiFactor]
        #expect(missing(password, for: ordered, enrolled: [.possession]) == nil)
    }

    @Test func listsReachableClasses() {
        let kinds: Set<FactorKind> = [.knowledge, .possession]
        #expect(AuthenticationPolicy().classes(reachableWith: [.knowledge]) == [.singleFactor])
        #expect(AuthenticationPolicy().classes(reachableWith: kinds) == [.singleFactor, .multiFactor])
        #expect(AuthenticationPolicy(minimum: .multiFactor).classes(reachableWith: kinds) == [.multiFactor])
    }

    @Test func readsRequirementOfRequest() throws {
        func requirement(_ entry: ClaimsRequest.Entry) -> AuthenticationRequirement {
            AuthenticationRequirement(
                AuthorizationRequest(
                    clientID: "app",
                    redirectURI: nil,
                    scope: [.openid],
                    prompt: [.login],
                    maxAge: 60,
                    claims: ClaimsRequest(idToken: [.acr: entry]),
                    acrValues: [.singleFactor]
                )
            )
        }
        let essential = requirement(ClaimsRequest.Entry(essential: true, value: "urn:gatehouse:acr:2"))
        #expect(essential.maxAge == 60 && essential.requiresNewProof)
        #expect(essential.requiredClasses == [.multiFactor] && essential.preferredClasses == [.singleFactor])
        let voluntary = requirement(ClaimsRequest.Entry(values: ["urn:gatehouse:acr:2"]))
        #expect(voluntary.requiredClasses == nil)
        #expect(voluntary.preferredClasses == [.singleFactor, .multiFactor])
        #expect(requirement(ClaimsRequest.Entry(essential: true)).requiredClasses == nil)
        #expect(requirement(ClaimsRequest.Entry(essential: true, value: 1)).requiredClasses == [])
    }
}
