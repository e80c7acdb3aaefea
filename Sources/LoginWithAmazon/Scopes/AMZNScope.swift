public import Foundation

/// One thing that an app asks for.
///
/// An own type that conforms declares ``scopeData`` as an optional dictionary: one of another type is not the data of the scope.
public protocol AMZNScope: NSObjectProtocol {
    /// The scope's name, or several names with spaces between them.
    var name: String { get }
    /// What the app says about the scope; `nil` when it says nothing.
    var scopeData: [AnyHashable: Any]? { get }
}

extension AMZNScope {
    /// What the app says about the scope: nothing.
    public var scopeData: [AnyHashable: Any]? { nil }
}
