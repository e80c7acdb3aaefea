/// One thing a client asks for, in plain words.
package struct ConsentItem: Sendable, Hashable {
    /// The scope's or the claim's name.
    ///
    /// A scope of ours has its sentence in the string tables.
    package var name: String
    /// A sentence for a scope that is not ours; without one the name is shown.
    package var description: String?
    /// What would be given just now, such as the e-mail address.
    package var value: String?

    package init(name: String, description: String? = nil, value: String? = nil) {
        self.name = name
        self.description = description
        self.value = value
    }

    /// What a template shows of it.
    func content(_ text: PageText) -> [String: Any] {
        let key = "consent.scope." + name
        var content: [String: Any] = ["title": description ?? (text.unfilled(key) ?? name)]
        content["detail"] = value
        return content
    }
}
