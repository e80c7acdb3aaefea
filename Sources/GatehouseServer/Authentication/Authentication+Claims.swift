package import GatehouseStore
package import GatehouseWire

extension Authentication {
    /// The methods for the `amr` claim (RFC 8176 §2), with `mfa` for factors of two kinds.
    package var amr: [AMR] {
        var methods: [AMR] = []
        for factor in factors where !methods.contains(factor.method) { methods.append(factor.method) }
        return hasMultipleFactors ? methods + [.multiFactor] : methods
    }

    /// The authentication context class for the `acr` claim.
    package var acr: ACR { requestedClass ?? (hasMultipleFactors ? .multiFactor : .singleFactor) }

    /// The names of the proven factors, each once, for the audit log.
    var factorNames: String {
        var names: [String] = []
        for factor in factors where !names.contains(factor.factor.rawValue) { names.append(factor.factor.rawValue) }
        return names.joined(separator: " ")
    }

    /// The detail of a failed sign-in whose factors are proven but do not suffice, for the audit log.
    var insufficientDetail: String { "insufficient: \(factorNames)" }

    /// Whether factors of two kinds are proven.
    var hasMultipleFactors: Bool { Evidence(self).reaches(.multiFactor) }
}
