/// What the client wants to see or do, to allow or to refuse.
///
/// Actions `continue` (allow), `cancel` (refuse), `otherAccount`.
package struct ConsentPage: Page {
    package static let template = "consent"

    package var form: PageForm?
    package var email: String
    package var items: [ConsentItem]
    package var destination: Destination?

    /// The destination of the browser after the page.
    package enum Destination: Sendable, Hashable {
        /// A site, by its host.
        case site(String)
        /// An app on the device. Its address is not shown: any app may claim a scheme or listen on a port.
        case app
    }

    package init(form: PageForm, email: String, items: [ConsentItem], destination: Destination? = nil) {
        self.form = form
        self.email = email
        self.items = items
        self.destination = destination
    }

    package var arguments: [String: String] {
        if case .site(let host)? = destination { ["destination": host] } else { [:] }
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("consent.title"),
            values: [
                "email": email, "items": ConsentItem.contents(of: items, text),
                "hasChoice": items.contains { $0.choice != nil },
            ]
        )
        content.values["destination"] =
            switch destination {
            case .site: text("consent.destinationSite")
            case .app: text("consent.destinationApp")
            case nil: nil
            }
        return content
    }
}
