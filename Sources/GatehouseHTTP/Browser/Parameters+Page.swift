import GatehouseWire

extension Parameters {
    /// A field that a hosted page sent; of several the first.
    func page(_ input: PageInput) -> String? {
        elements.first { $0.name == input.rawValue }?.value
    }

    /// What was ticked on a consent page.
    var ticked: ScopeSet {
        ScopeSet(
            elements.filter { $0.name.hasPrefix(PageInput.sharePrefix) && !$0.value.isEmpty }
                .map { Scope(rawValue: String($0.name.dropFirst(PageInput.sharePrefix.count))) }
        )
    }

    /// The attributes that a hosted page sent, by name.
    var pageAttributes: [String: String] {
        var attributes: [String: String] = [:]
        for element in elements where element.name.hasPrefix(PageInput.attributePrefix) {
            let name = String(element.name.dropFirst(PageInput.attributePrefix.count))
            if attributes[name] == nil { attributes[name] = element.value }
        }
        return attributes
    }
}
