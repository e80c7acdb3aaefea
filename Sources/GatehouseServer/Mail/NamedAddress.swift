import Foundation

/// An address with the name a mail program shows in its place, such as `Example App <no-reply@example.com>`.
package struct NamedAddress: Sendable, Hashable {
    /// The name, if there is one.
    package let name: String?
    /// The address.
    package let address: EmailAddress

    package init(name: String? = nil, address: EmailAddress) {
        self.name = name
        self.address = address
    }

    /// Reads `Name <address>`, `"Name" <address>` or the address alone.
    package init?(_ text: String) {
        guard let open = text.lastIndex(of: "<"), text.trimmingCharacters(in: .whitespaces).hasSuffix(">"),
            let close = text.lastIndex(of: ">"), open < close
        else {
            guard let address = EmailAddress(text) else { return nil }
            self.init(address: address)
            return
        }
        guard let address = EmailAddress(String(text[text.index(after: open)..<close])) else { return nil }
        var name = text[..<open].trimmingCharacters(in: .whitespaces)
        if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = String(name.dropFirst().dropLast()) }
        self.init(name: name.isEmpty ? nil : name, address: address)
    }
}
