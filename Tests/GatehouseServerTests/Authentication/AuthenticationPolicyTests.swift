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

    private let key = AvailableFactor(TestKeyFactor.name, Evidence([.possession]))
    private let passkey = AvailableFactor(.passkey, Evidence([.possession], isPhishingResistant: true))

    /// Returns the missing part of an authentication; `nil` if it suffices.
    private func missing(
        _ authentication: Authentication,
        demand: AuthenticationPolicy.Demand = .none,
        isNew: Bool = true,
        for requirement: AuthenticationRequirement = AuthenticationRequirement(),
        available: [AvailableFactor] = [],
        after seconds: TimeInterval = 0
    ) -> AuthenticationPolicy.Missing? {
        let decision = AuthenticationPolicy().decide(
            authentication,
            isNew: isNew,
            for: requirement,
            demand: demand,
            available: available,
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
        #expect(missing(password, available: [key]) == nil)
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
        let code = AvailableFactor(CodeFactor.name, Evidence([.knowledge]))
        #expect(missing(password, for: requirement, available: [code]) == .unreachableClass)
        #expect(missing(password, for: requirement, available: [code, key]) == .additionalFactor([key.name]))
        #expect(missing(both, for: requirement, available: [code, key]) == nil)
        #expect(missing(both, for: .requiring(ACR(rawValue: "urn:example:gold"))) == .unreachableClass)
    }

    @Test func requiresPasskeyForPhishingResistance() {
        let requirement = AuthenticationRequirement.requiring(.phishingResistant)
        #expect(missing(password, for: requirement, available: [passkey, key]) == .additionalFactor([.passkey]))
        #expect(missing(password, for: requirement, available: [key]) == .unreachableClass)
        let hardware = AuthenticationRequirement.requiring(.hardwareProtected)
        #expect(missing(password, for: hardware, available: [passkey]) == .unreachableClass)
    }

    @Test func demandsSecondFactor() {
        for demand in [AuthenticationPolicy.Demand.fromEnrolled, .fromAll] {
            #expect(missing(password, demand: demand, available: [key]) == .additionalFactor([key.name]))
            #expect(missing(both, demand: demand) == nil)
        }
        #expect(missing(password, demand: .fromAll) == .enrolment)
        #expect(missing(password, demand: .fromEnrolled) == .unreachableClass)
        // A user who has a factor that does not suffice must not enrol another one with less.
        let code = AvailableFactor(CodeFactor.name, Evidence([.knowledge]))
        #expect(missing(password, demand: .fromAll, available: [code]) == .unreachableClass)
    }

    @Test func takesDemandOfClientBeforeThatOfServer() {
        let policy = AuthenticationPolicy(secondFactor: .required)
        var client = Client.app("app", createdAt: now)
        #expect(policy.demand(at: client, isEnrolled: false) == .fromAll)
        client.secondFactor = .whenEnrolled
        #expect(policy.demand(at: client, isEnrolled: false) == .none)
        #expect(policy.demand(at: client, isEnrolled: true) == .fromEnrolled)
        client.secondFactor = .off
        #expect(policy.demand(at: client, isEnrolled: true) == .none)
    }

    @Test func meetsPreferenceOnlyIfUserCan() {
        let requirement = AuthenticationRequirement.preferring(.multiFactor)
        #expect(missing(password, for: requirement) == nil)
        #expect(missing(password, for: requirement, available: [key]) == .additionalFactor([key.name]))
        var ordered = requirement
        ordered.preferredClasses = [.singleFactor, .multiFactor]
        #expect(missing(password, for: ordered, available: [key]) == nil)
    }

    @Test func answersWithRequestedClass() {
        var requirement = AuthenticationRequirement.requiring(.singleFactor)
        let policy = AuthenticationPolicy()
        func answer() -> ACR? {
            let decision = policy.decide(both, isNew: true, for: requirement, demand: .none, at: now)
            guard case .sufficient(let accepted) = decision else { return nil }
            #expect(accepted.authentication.requestedClass == nil)
            return accepted.answer.requestedClass
        }
        #expect(answer() == .singleFactor)
        requirement = .preferring(.hardwareProtected)
        #expect(answer() == .hardwareProtected)
        requirement = AuthenticationRequirement()
        #expect(answer() == nil)
    }

    @Test func listsReachableClasses() {
        let policy = AuthenticationPolicy()
        #expect(policy.classes(reachableWith: Evidence([.knowledge])) == [.singleFactor])
        let two = Evidence([.knowledge, .possession])
        #expect(policy.classes(reachableWith: two) == [.singleFactor, .multiFactor])
        #expect(AuthenticationPolicy(secondFactor: .required).classes(reachableWith: two) == [.multiFactor])
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
