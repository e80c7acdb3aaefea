import GatehouseServer

/// The page to set, change or remove the password.
///
/// Field: `password`. Actions: `continue`, `remove`.
package struct AccountPasswordPage: HostedPage {
    package static let template = "account-password"
    /// The path below the issuer's, to which `/.well-known/change-password` redirects.
    package static let path = "/account/security/password"

    /// The password of the account.
    package enum State: Sendable, Hashable, CaseIterable {
        case none
        case removable
        /// The password is the only way to sign in, and cannot be removed.
        case onlyMethod
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    package var state: State
    package var email: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        frame: AccountFrame,
        state: State,
        email: String,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.state = state
        self.email = email
        self.error = error
        self.alert = alert
    }

    package var arguments: [String: String] { ["minimum": "8"] }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text(state == .none ? "security.setTitle" : "security.changeTitle"),
            alert: alert,
            fields: [.replacementPassword(error: error, text: text)],
            values: [
                "email": email, "back": AccountSection.security.path, "backLabel": text("accountPage.security"),
                "intro": text(state == .none ? "security.setIntro" : "security.changeIntro"),
                "submit": text(state == .none ? "security.setSubmit" : "security.changeSubmit"),
                "isRemovable": state == .removable, "isOnlyMethod": state == .onlyMethod,
            ]
        )
    }
}
