/// Says that the session is over, or that the person chose to keep it.
package struct SignedOutPage: Page {
    package static let template = "signed-out"

    /// Whether the session is over.
    package var isSignedOut: Bool

    package init(isSignedOut: Bool = true) {
        self.isSignedOut = isSignedOut
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text(isSignedOut ? "signOut.doneTitle" : "signOut.stayedTitle"))
        content.values["isSignedOut"] = isSignedOut
        return content
    }
}
