/// One thing a client asks for, in plain words.
package struct ConsentItem: Sendable, Hashable {
    /// What is left to the person to share.
    package struct Choice: Sendable, Hashable {
        /// The scope, as the form names it.
        package var scope: String
        package var isTicked: Bool

        package init(scope: String, isTicked: Bool) {
            self.scope = scope
            self.isTicked = isTicked
        }
    }

    /// The scope's or the claim's name.
    ///
    /// A scope of ours has its sentence in the string tables.
    package var name: String
    /// A sentence for a scope that is not ours; without one the name is shown.
    package var description: String?
    /// What would be given just now, such as the e-mail address.
    package var value: String?
    /// `nil` for what goes with the consent as a whole.
    package var choice: Choice?

    package init(name: String, description: String? = nil, value: String? = nil, choice: Choice? = nil) {
        self.name = name
        self.description = description
        self.value = value
        self.choice = choice
    }

    /// What a template shows of it.
    func content(_ text: PageText) -> [String: Any] {
        let key = "consent.scope." + name
        var content: [String: Any] = ["title": description ?? (text.unfilled(key) ?? name)]
        content["detail"] = value
        guard let choice else { return content }
        content["name"] = PageInput.sharePrefix + choice.scope
        content["isTicked"] = choice.isTicked
        return ["choice": content]
    }
}
