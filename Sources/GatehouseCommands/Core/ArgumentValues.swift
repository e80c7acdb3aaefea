import ArgumentParser
import GatehouseStore
import GatehouseWire

extension ExtensibleValue {
    /// Creates a known value from an argument.
    ///
    /// - Parameters:
    ///   - text: The argument.
    ///   - known: The values that the option accepts.
    /// - Throws: `ValidationError` that lists the known values.
    init(argument text: String, among known: [Self]) throws {
        guard let value = known.first(where: { $0.rawValue == text }) else {
            throw ValidationError(
                "Use one of \(known.map(\.rawValue).joined(separator: ", "))."
            )
        }
        self = value
    }
}

extension [IntrospectionMember] {
    /// Creates the members from an argument that separates them by commas.
    ///
    /// - Throws: `ValidationError` for an unknown or repeated member.
    init(argument text: String) throws {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let members = names.compactMap(IntrospectionMember.init(rawValue:))
        guard members.count == names.count, Set(members).count == members.count else {
            let known = IntrospectionMember.allCases.map(\.rawValue).joined(separator: ",")
            throw ValidationError("Use one or more of \(known).")
        }
        self = members
    }
}

extension ScopeSet {
    /// Creates the scopes from an argument that separates them by spaces.
    ///
    /// A comma, which RFC 6749 §3.3 allows in a scope, is taken for a wrong separator.
    ///
    /// - Throws: `ValidationError` for an argument with another separator or an invalid character.
    init(argument text: String) throws {
        guard !text.contains(","), let scopes = ScopeSet(parsing: text) else {
            throw ValidationError("Separate scopes with single spaces: 'openid profile'.")
        }
        self = scopes
    }
}

extension ParsableArguments {
    /// Rejects options that a command both sets and removes.
    ///
    /// - Parameter options: The names of the options, and whether each is both set and removed.
    /// - Throws: `ValidationError` that names the first of them.
    static func rejectContradictions(_ options: [(name: String, isContradiction: Bool)]) throws {
        for (name, isContradiction) in options where isContradiction {
            throw ValidationError("Use --\(name) or --no-\(name), not both.")
        }
    }
}
