/// What the client wants to see or do, to allow or to refuse.
///
/// Actions `continue` (allow), `cancel` (refuse), `otherAccount`.
package struct ConsentPage: Page {
    package static let template = "consent"

    package var form: PageForm?
    package var email: String
    package var items: [ConsentItem]

    package init(form: PageForm, email: String, items: [ConsentItem]) {
        self.form = form
        self.email = email
        self.items = items
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("consent.title"),
            values: [
                "email": email, "items": items.map { $0.content(text) },
                "hasChoice": items.contains { $0.choice != nil },
            ]
        )
    }
}
