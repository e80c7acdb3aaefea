import GatehouseServer
import Mustache

extension PageText: MustacheParent {
    /// The sentence under a key that ends here, or the rest of the way to one.
    package func child(named name: String) -> Any? {
        let key = prefix + name
        guard table[key] == nil else { return self(key) }
        return PageText(table: table, arguments: arguments, prefix: key + ".")
    }
}
