import Foundation

/// What an app says about each scope that it asks for: the parameter `scope_data`, a JSON object by scope.
package struct AmazonScopeData: Sendable, Hashable {
    /// The data by scope, as the app gave it.
    package var values: [Scope: JSONValue]

    package init(_ values: [Scope: JSONValue]) {
        self.values = values
    }

    /// Reads the parameter.
    ///
    /// - Throws: `WireError` when it is not an object of objects.
    package init(parsing text: String) throws(WireError) {
        let members = try WireJSON.decode([String: JSONValue].self, from: Data(text.utf8))
        guard members.values.allSatisfy({ $0.object != nil }) else {
            throw WireError("The data of a scope is not a JSON object.")
        }
        values = Dictionary(uniqueKeysWithValues: members.map { (Scope(rawValue: $0.key), $0.value) })
    }

    /// The scopes that the person may leave out: those marked as not essential.
    package var voluntary: ScopeSet {
        ScopeSet(
            values.filter { $0.value[Self.essential]?.bool == false }.map(\.key).sorted { $0.rawValue < $1.rawValue }
        )
    }

    /// The parameter.
    package var encoded: String {
        let members = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        return String(decoding: WireJSON.encode(members), as: UTF8.self)
    }

    private static let essential = "essential"
}
