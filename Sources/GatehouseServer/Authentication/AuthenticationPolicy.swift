package import Foundation
package import GatehouseStore
import GatehouseWire

/// Decides whether an authentication suffices, before a browser session, a code or tokens are issued for it.
package struct AuthenticationPolicy: Sendable {
    /// The decision on an authentication.
    package enum Decision: Sendable {
        case sufficient(AcceptedAuthentication)
        case insufficient(Missing)
    }

    /// The reason that an authentication does not suffice.
    package enum Missing: Sendable, Equatable {
        /// The last proof is too old, or the client requires a new one.
        case newProof
        /// One of these factors, most preferred first.
        case additionalFactor([FactorName])
        /// Another first factor, because the proven one is the address that is the user's only second factor.
        case otherFirstFactor
        /// A second factor, of which the user has none.
        case enrolment
        /// A class that the account cannot reach.
        case unreachableClass

        /// Whether the user can prove or enrol the missing factor now.
        var canBeProven: Bool {
            switch self {
            case .additionalFactor, .otherFirstFactor, .enrolment: true
            case .newProof, .unreachableClass: false
            }
        }
    }

    /// The server's demand for a second factor, which a client may replace.
    let secondFactor: SecondFactorDemand

    package init(secondFactor: SecondFactorDemand = .whenEnrolled) {
        self.secondFactor = secondFactor
    }

    /// Decides whether an authentication suffices for a request.
    ///
    /// - Parameters:
    ///   - authentication: The factors proven so far.
    ///   - isNew: Whether the user authenticated for this request, not in an earlier sign-in.
    ///   - requirement: The client's requirement.
    ///   - demand: The demand for a second factor from the user.
    ///   - available: The factors that the user can prove in addition, most preferred first.
    ///   - now: The current time.
    /// - Returns: The decision.
    package func decide(
        _ authentication: Authentication,
        isNew: Bool,
        for requirement: AuthenticationRequirement,
        demand: Demand,
        available: [AvailableFactor] = [],
        at now: Date
    ) -> Decision {
        guard isNew || isRecent(authentication, for: requirement, at: now) else { return .insufficient(.newProof) }
        let evidence = Evidence(authentication)
        if demand != .none, !evidence.reaches(.multiFactor) {
            let missing = missing([.multiFactor], after: evidence, available: available)
            let mayEnrol = demand == .fromAll && missing == .unreachableClass && available.isEmpty
            return .insufficient(mayEnrol ? .enrolment : missing)
        }
        if let required = requirement.requiredClasses, !required.contains(where: evidence.reaches) {
            return .insufficient(missing(required, after: evidence, available: available))
        }
        // A preference is met if the user can meet it, and is no reason to reject the sign-in.
        let reachable = available.reduce(evidence) { $0.union($1.evidence) }
        let preferred = requirement.preferredClasses.first(where: reachable.reaches)
        if let preferred, !evidence.reaches(preferred) {
            return .insufficient(missing([preferred], after: evidence, available: available))
        }
        let requested = (requirement.requiredClasses ?? requirement.preferredClasses).first(where: evidence.reaches)
        return .sufficient(AcceptedAuthentication(authentication, requestedClass: requested))
    }

    /// Returns the factors that lead to one of the classes.
    private func missing(_ classes: [ACR], after evidence: Evidence, available: [AvailableFactor]) -> Missing {
        let sufficient = available.filter { classes.contains(where: evidence.union($0.evidence).reaches) }
        return sufficient.isEmpty ? .unreachableClass : .additionalFactor(sufficient.map(\.name))
    }

    /// Returns whether an earlier sign-in is recent enough for a request.
    func isRecent(_ authentication: Authentication, for requirement: AuthenticationRequirement, at now: Date) -> Bool {
        guard !requirement.requiresNewProof else { return false }
        guard let maxAge = requirement.maxAge else { return true }
        return now.timeIntervalSince(authentication.authenticatedAt) <= Double(maxAge)
    }

    /// Returns the demand of a client for a second factor from a user who has enrolled one, or has not.
    package func demand(at client: Client, isEnrolled: Bool) -> Demand {
        switch client.secondFactor ?? secondFactor {
        case .off: .none
        case .whenEnrolled: isEnrolled ? .fromEnrolled : .none
        case .required: .fromAll
        }
    }

    /// Returns the classes that sign-ins with this evidence reach, weakest first.
    func classes(reachableWith evidence: Evidence) -> [ACR] {
        ACR.ownClasses.filter { evidence.reaches($0) && (secondFactor != .required || $0 != .singleFactor) }
    }
}

extension AuthenticationPolicy {
    /// The demand for a second factor in one sign-in.
    package enum Demand: Sendable, Equatable {
        case none
        /// The user has enrolled a second factor.
        case fromEnrolled
        /// A user without a second factor must enrol one.
        case fromAll
    }
}

/// A factor that the user of an account can prove after another one.
package struct AvailableFactor: Sendable, Equatable {
    package let name: FactorName
    /// The evidence that a proof adds.
    package let evidence: Evidence

    package init(_ name: FactorName, _ evidence: Evidence) {
        self.name = name
        self.evidence = evidence
    }
}

/// An authentication that the policy has accepted; only ``AuthenticationPolicy`` creates values.
package struct AcceptedAuthentication: Sendable, Equatable {
    /// The authentication without the requested class, for the browser session, which other requests share.
    let authentication: Authentication
    private let requestedClass: ACR?

    /// The authentication as an answer to the request.
    var answer: Authentication {
        var answer = authentication
        answer.requestedClass = requestedClass
        return answer
    }

    fileprivate init(_ authentication: Authentication, requestedClass: ACR?) {
        self.authentication = Authentication(authentication.factors, at: authentication.authenticatedAt)
        self.requestedClass = requestedClass
    }
}
