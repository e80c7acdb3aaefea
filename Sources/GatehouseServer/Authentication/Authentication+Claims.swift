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

    /// The kinds of evidence that the user has provided.
    var kinds: Set<FactorKind> { Set(factors.map(\.kind)) }
}

extension ACR {
    /// The classes of this server, weakest first.
    static let classes: [ACR] = [.singleFactor, .multiFactor]

    /// The class of an authentication with these kinds of evidence.
    init(_ kinds: Set<FactorKind>) {
        self = kinds.count > 1 ? .multiFactor : .singleFactor
    }

    /// Returns whether the class is the other one or a stronger one; never for a class of another server.
    func satisfies(_ other: ACR) -> Bool {
        guard let own = Self.classes.firstIndex(of: self), let other = Self.classes.firstIndex(of: other) else {
            return false
        }
        return other <= own
    }
}
