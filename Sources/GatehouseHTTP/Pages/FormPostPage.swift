/// Carries an authorization answer to the client by a form (OAuth 2.0 Form Post Response Mode).
///
/// The script sends it at once; without one the person presses the button.
package struct FormPostPage: Page {
    package static let template = "form-post"

    /// The client's redirect URI; the page's policy must name its origin in `form-action`.
    package var address: String
    /// The fields of the answer, in order.
    package var fields: [(name: String, value: String)]

    package init(address: String, fields: [(name: String, value: String)]) {
        self.address = address
        self.fields = fields
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("formPost.title"),
            values: ["address": address, "answer": fields.map { ["name": $0.name, "value": $0.value] }]
        )
    }
}
