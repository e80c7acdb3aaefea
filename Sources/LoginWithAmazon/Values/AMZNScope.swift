public import Foundation
import GatehouseWire

#if canImport(ObjectiveC)
/// A scope that an app requests.
///
/// A custom conforming type can declare ``scopeData`` as a dictionary; a property of another type is ignored.
@objc(AMZNScope)
public protocol AMZNScope: NSObjectProtocol {
    /// The name of the scope, or several names separated by spaces.
    @objc(name)
    var name: String { get }
    /// Data that is sent with the scope.
    @objc(scopeData)
    optional var scopeData: [AnyHashable: Any] { get }
}
#else
/// A scope that an app requests.
///
/// A custom conforming type must declare ``scopeData`` as an optional dictionary; a property of another type is
/// ignored.
public protocol AMZNScope: NSObjectProtocol {
    /// The name of the scope, or several names separated by spaces.
    var name: String { get }
    /// Data that is sent with the scope.
    var scopeData: [AnyHashable: Any]? { get }
}

extension AMZNScope {
    /// The default implementation: no data.
    public var scopeData: [AnyHashable: Any]? { nil }
}
#endif

/// The scopes of the user's profile.
public final class AMZNProfileScope: NSObject, AMZNScope, Sendable {
    /// The name of the scope.
    public let name: String

    private init(_ scope: Scope) {
        name = scope.rawValue
        super.init()
    }

    /// Returns the scope of the user's identifier, name and email address.
    ///
    /// - Returns: The scope `profile`.
    public class func profile() -> any AMZNScope { AMZNProfileScope(.profile) }

    /// Returns the scope of the user's postal code.
    ///
    /// - Returns: The scope `postal_code`.
    public class func postalCode() -> any AMZNScope { AMZNProfileScope(.postalCode) }

    /// Returns the scope of the user's identifier alone, which needs no consent.
    ///
    /// - Returns: The scope `profile:user_id`.
    public class func userID() -> any AMZNScope { AMZNProfileScope(.amazonUserID) }
}

/// A factory of scopes with any name.
public final class AMZNScopeFactory: NSObject {
    /// Creates a scope by name.
    ///
    /// - Parameter scopeName: The name. Names separated by spaces are several scopes.
    /// - Returns: The scope.
    public class func scope(withName scopeName: String) -> any AMZNScope {
        NamedScope(scopeName)
    }

    /// Creates a scope by name, with data.
    ///
    /// - Parameters:
    ///   - scopeName: The name of the scope.
    ///   - scopeData: Any JSON-compatible data, such as `["essential": false]` for an optional scope.
    /// - Returns: The scope.
    public class func scope(withName scopeName: String, data scopeData: [AnyHashable: Any]) -> any AMZNScope {
        NamedScopeWithData(scopeName, data: scopeData)
    }

    /// Returns the data of scopes in its wire format.
    ///
    /// - Parameters:
    ///   - scopes: ``AMZNScope`` objects.
    ///   - errorObject: An object that receives the error if the data cannot be represented in JSON.
    /// - Returns: A JSON object keyed by scope. Empty if no scope has data, or on error.
    public class func getScopeDataAsJsonString(_ scopes: [Any], withErrorObject errorObject: AMZNLWAError) -> String {
        do throws(LoginFailure) {
            return try RequestedScopes(scopes).data?.encoded ?? ""
        } catch {
            errorObject.update(error)
            return ""
        }
    }
}

/// A scope created by the factory.
final class NamedScope: NSObject, AMZNScope {
    let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }
}

/// A scope with data created by the factory.
final class NamedScopeWithData: NSObject, AMZNScope {
    let name: String
    #if canImport(ObjectiveC)
    let scopeData: [AnyHashable: Any]
    #else
    let scopeData: [AnyHashable: Any]?
    #endif

    init(_ name: String, data: [AnyHashable: Any]) {
        self.name = name
        scopeData = data
        super.init()
    }
}

extension JSONValue {
    /// Converts the app's scope data to JSON.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` if the data cannot be represented in JSON.
    init(scopeData value: Any, of scope: String) throws(LoginFailure) {
        do throws(WireError) {
            try self.init(untyped: value)
        } catch {
            throw .invalidInput("The data of the scope \(scope) cannot be represented in JSON. \(error.message)")
        }
    }
}

/// The app's scopes as values.
struct RequestedScopes: Sendable, Hashable {
    var scopes: ScopeSet
    /// The data of the scopes, if any.
    var data: AmazonScopeData?

    /// Parses ``AMZNScope`` objects.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` if an object is not an ``AMZNScope``, or its name or
    ///   data is invalid.
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

    /// Parses scope names.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for an invalid scope name.
    init(names: [String], data: AmazonScopeData? = nil) throws(LoginFailure) {
        guard let scopes = ScopeSet(parsing: names.flatMap(Self.words).joined(separator: " ")) else {
            throw .invalidInput("The request contains an invalid scope name.")
        }
        self.scopes = scopes
        self.data = data
    }

    private static func words(_ name: String) -> [String] {
        name.split(separator: " ").map(String.init)
    }
}
