/// Asks before a sign-out that nothing proves the person wanted (RP-initiated logout §2).
///
/// Actions `continue` (sign out), `cancel`.
package struct SignOutPage: Page {
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
