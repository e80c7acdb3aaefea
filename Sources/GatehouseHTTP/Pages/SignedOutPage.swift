/// Says that the session is over, or that the person chose to keep it.
package struct SignedOutPage: Page {
    package static let template = "signed-out"

    /// Whether the session is over.
    package var isSignedOut: Bool
    /// A verified address of the client to go back to.
    package var returnAddress: String?

    package init(isSignedOut: Bool = true, returnAddress: String? = nil) {
        self.isSignedOut = isSignedOut
        self.returnAddress = returnAddress
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text(isSignedOut ? "signOut.doneTitle" : "signOut.stayedTitle"))
        content.values["isSignedOut"] = isSignedOut
        content.values["returnAddress"] = returnAddress
        return content
    }
}
