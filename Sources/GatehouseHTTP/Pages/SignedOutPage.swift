/// Says that the session is over.
package struct SignedOutPage: Page {
    package static let template = "signed-out"

    /// A verified address of the client to go back to.
    package var returnAddress: String?

    package init(returnAddress: String? = nil) {
        self.returnAddress = returnAddress
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text("signOut.doneTitle"))
        content.values["returnAddress"] = returnAddress
        return content
    }
}
