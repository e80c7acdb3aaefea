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

    /// A claim that the request names.
    package struct Claim: Sendable, Hashable {
        package var name: String
        /// The client's own label, if it has one.
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
    /// A description of a scope that is not the server's; all scopes without one are shown as one item.
    package var description: String?
    /// What would be given just now, such as the e-mail address.
    package var value: String?
    /// `nil` for what goes with the consent as a whole.
    package var choice: Choice?
    /// The claims of an item that lists claims; empty for a scope.
    package var claims: [Claim] = []

    package init(name: String, description: String? = nil, value: String? = nil, choice: Choice? = nil) {
        self.name = name
        self.description = description
        self.value = value
        self.choice = choice
    }

    /// Creates an item that lists claims.
    package init(claims: [Claim]) {
        self.init(name: "")
        self.claims = claims
    }

    /// Returns the template values of items; scopes without a description come last, as one item.
    static func contents(of items: [ConsentItem], _ text: PageText) -> [[String: Any]] {
        let undescribed = items.filter { $0.choice == nil && $0.title(text) == nil }
        return items.filter { !undescribed.contains($0) }.map { $0.content(text) }
            + undescribed.prefix(1).map { $0.content(text) }
    }

    /// Returns the title of the item; `nil` for a scope of an API that has no description.
    private func title(_ text: PageText) -> String? {
        guard claims.isEmpty else { return text("consent.claims") }
        let key = "consent.scope." + name
        return description ?? (text.unfilled(key) == nil ? nil : text(key))
    }

    private func content(_ text: PageText) -> [String: Any] {
        var content: [String: Any] = ["title": title(text) ?? text("consent.scope.other")]
        content["detail"] = value
        if !claims.isEmpty {
            var labels: [String] = []
            for claim in claims {
                let label = claim.label ?? PageAttribute.label(for: claim.name, text)
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
