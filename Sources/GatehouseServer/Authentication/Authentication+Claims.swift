package import GatehouseStore
package import GatehouseWire

extension Authentication {
    /// The methods for the `amr` claim (RFC 8176 §2), with `mfa` for factors of two kinds.
    package var amr: [AMR] {
        var methods: [AMR] = []
        for factor in factors where !methods.contains(factor.method) { methods.append(factor.method) }
        return acr == .multiFactor ? methods + [.multiFactor] : methods
    }

    /// The authentication context class for the `acr` claim.
    package var acr: ACR { ACR(kinds) }

    /// The names of the proven factors, for the audit log.
    var factorNames: String { factors.map(\.factor.rawValue).joined(separator: " ") }

    /// The detail of a failed sign-in whose factors are proven but do not suffice, for the audit log.
    var insufficientDetail: String { "insufficient: \(factorNames)" }

    /// The kinds of evidence that the user has provided.
    var kinds: Set<FactorKind> { Set(factors.map(\.kind)) }
}

extension ACR {
    /// The classes of this server, weakest first.
    static let ownClasses: [ACR] = [.singleFactor, .multiFactor]

    /// The class of an authentication with these kinds of evidence.
    init(_ kinds: Set<FactorKind>) {
        self = kinds.count > 1 ? .multiFactor : .singleFactor
    }

    /// Returns whether the class is the other one or a stronger one; never for a class of another server.
    func satisfies(_ other: ACR) -> Bool {
        guard let own = Self.ownClasses.firstIndex(of: self), let other = Self.ownClasses.firstIndex(of: other) else {
            return false
        }
        return other <= own
    }
}
