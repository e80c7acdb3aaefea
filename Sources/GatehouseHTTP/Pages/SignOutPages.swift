/// The page to confirm a sign-out request without a valid ID token hint (RP-Initiated Logout §2).
///
/// Actions: `continue` (sign out), `cancel`.
package struct SignOutPage: HostedPage {
    package static let template = "sign-out"

    package var form: PageForm?
    package var email: String

    package init(form: PageForm, email: String) {
        self.form = form
        self.email = email
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(title: text("signOut.title"), values: ["email": email])
    }
}

/// The page after a sign-out, confirmed or canceled.
package struct SignedOutPage: HostedPage {
    package static let template = "signed-out"

    /// A Boolean value that indicates whether the session has ended.
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
