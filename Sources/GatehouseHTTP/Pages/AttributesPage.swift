/// What a client asks of a new account, or of one that lacks it; one page of possibly several.
///
/// Sends each attribute as `attribute.NAME`; a check box that is not set sends nothing. Actions `continue`, `cancel`.
package struct AttributesPage: Page {
    package static let template = "attributes"

    package var form: PageForm?
    package var attributes: [PageAttribute]
    package var alert: PageMessage?

    package init(form: PageForm, attributes: [PageAttribute], alert: PageMessage? = nil) {
        self.form = form
        self.attributes = attributes
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(title: text("attributes.title"), alert: alert, fields: attributes.map { $0.field(text) })
    }
}
