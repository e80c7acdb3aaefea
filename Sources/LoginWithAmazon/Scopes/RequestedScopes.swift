import Foundation
import GatehouseWire

/// Scopes as an app hands them in, as values.
struct RequestedScopes: Sendable, Hashable {
    var scopes: ScopeSet
    /// What the app says about them; `nil` when it says nothing.
    var data: AmazonScopeData?

    /// Reads ``AMZNScope`` objects.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for anything else.
    init(_ objects: [Any]) throws(LoginFailure) {
        var names: [String] = []
        var data: [Scope: JSONValue] = [:]
        for object in objects {
            guard let scope = object as? any AMZNScope else {
                throw .invalidInput("The scopes must be AMZNScope objects; one of them is a \(type(of: object)).")
            }
            names += Self.words(scope.name)
            guard let values = scope.scopeData else { continue }
            for name in Self.words(scope.name) {
                data[Scope(rawValue: name)] = try JSONValue(scopeData: values, of: name)
            }
        }
        try self.init(names: names, data: data.isEmpty ? nil : AmazonScopeData(data))
    }

    /// Reads names.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for what cannot be the name of a scope.
    init(names: [String], data: AmazonScopeData? = nil) throws(LoginFailure) {
        guard let scopes = ScopeSet(parsing: names.flatMap(Self.words).joined(separator: " ")) else {
            throw .invalidInput("A scope has a name that no scope can have.")
        }
        self.scopes = scopes
        self.data = data
    }

    private static func words(_ name: String) -> [String] {
        name.split(separator: " ").map(String.init)
    }
}
