import Foundation

/// A scope of any name, as the factory makes it.
final class NamedScope: NSObject, AMZNScope {
    let name: String
    let scopeData: [AnyHashable: Any]?

    init(_ name: String, data: [AnyHashable: Any]?) {
        self.name = name
        scopeData = data
        super.init()
    }
}
