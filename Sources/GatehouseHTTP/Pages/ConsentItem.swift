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

    /// A claim that is asked for by name.
    package struct Claim: Sendable, Hashable {
        package var name: String
        /// The client's own word for it, where it has one.
        package var label: String?

        package init(name: String, label: String? = nil) {
            self.name = name
            self.label = label
        }
    }

    /// The scope's name.
    ///
    /// A scope of ours has its sentence in the string tables.
    package var name: String
    /// A sentence for a scope that is not ours; without one the name is shown.
    package var description: String?
    /// What would be given just now, such as the e-mail address.
    package var value: String?
    /// `nil` for what goes with the consent as a whole.
    package var choice: Choice?
    /// Claims that are listed in place of a scope; none for a scope.
    package var claims: [Claim] = []

    package init(name: String, description: String? = nil, value: String? = nil, choice: Choice? = nil) {
        self.name = name
        self.description = description
        self.value = value
        self.choice = choice
    }

    /// An item that lists claims.
    package init(claims: [Claim]) {
        self.init(name: "")
        self.claims = claims
    }

    /// What a template shows of it.
    func content(_ text: PageText) -> [String: Any] {
        let key = "consent.scope." + name
        var content: [String: Any] = ["title": description ?? (text.unfilled(key) ?? name)]
        content["detail"] = value
        if !claims.isEmpty {
            content["title"] = text("consent.claims")
            var labels: [String] = []
            for claim in claims {
                let label = claim.label ?? PageAttribute.word(for: claim.name, text)
                if !labels.contains(label) { labels.append(label) }
            }
            content["detail"] = labels.joined(separator: " · ")
        }
        guard let choice else { return content }
        content["name"] = PageInput.sharePrefix + choice.scope
        content["isTicked"] = choice.isTicked
        return ["choice": content]
    }
}
