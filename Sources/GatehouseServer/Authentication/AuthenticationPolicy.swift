package import Foundation
package import GatehouseStore
package import GatehouseWire

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
        /// Another factor, of one of these kinds.
        case additionalFactor(Set<FactorKind>)
        /// A class that the account cannot reach.
        case unreachableClass
    }

    /// The weakest class that the server accepts.
    let minimum: ACR

    package init(minimum: ACR = .singleFactor) {
        self.minimum = minimum
    }

    /// Decides whether an authentication suffices for a request.
    ///
    /// - Parameters:
    ///   - authentication: The factors proven so far.
    ///   - isNew: Whether the user authenticated for this request, not in an earlier sign-in.
    ///   - requirement: The client's requirement.
    ///   - enrolled: The kinds of factors that the user can prove in addition.
    ///   - now: The current time.
    /// - Returns: The decision.
    package func decide(
        _ authentication: Authentication,
        isNew: Bool,
        for requirement: AuthenticationRequirement,
        enrolled: Set<FactorKind> = [],
        at now: Date
    ) -> Decision {
        guard isNew || isRecent(authentication, for: requirement, at: now) else { return .insufficient(.newProof) }
        let acr = authentication.acr
        let reachable = ACR(authentication.kinds.union(enrolled))
        let another = Missing.additionalFactor(enrolled.subtracting(authentication.kinds))
        guard acr.satisfies(minimum), requirement.accepts(acr) else {
            let isReachable = reachable.satisfies(minimum) && requirement.accepts(reachable)
            return .insufficient(isReachable ? another : .unreachableClass)
        }
        // A preference is met if the user can meet it, and is no reason to reject the sign-in.
        let preferred = requirement.preferredClasses.first(where: reachable.satisfies)
        if let preferred, !acr.satisfies(preferred) { return .insufficient(another) }
        return .sufficient(AcceptedAuthentication(authentication))
    }

    /// Returns whether an earlier sign-in is recent enough for a request.
    func isRecent(_ authentication: Authentication, for requirement: AuthenticationRequirement, at now: Date) -> Bool {
        guard !requirement.requiresNewProof else { return false }
        guard let maxAge = requirement.maxAge else { return true }
        return now.timeIntervalSince(authentication.authenticatedAt) <= Double(maxAge)
    }

    /// Returns the classes that sign-ins with factors of these kinds reach, weakest first.
    func classes(reachableWith kinds: Set<FactorKind>) -> [ACR] {
        ACR.ownClasses.filter { $0.satisfies(minimum) && ACR(kinds).satisfies($0) }
    }
}

/// An authentication that the policy has accepted; only ``AuthenticationPolicy`` creates values.
package struct AcceptedAuthentication: Sendable, Equatable {
    let authentication: Authentication

    fileprivate init(_ authentication: Authentication) {
        self.authentication = authentication
    }
}
