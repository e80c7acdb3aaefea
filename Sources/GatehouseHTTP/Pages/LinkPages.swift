/// The page to confirm the address that a link was sent to.
///
/// Only submitting the form confirms: mail scanners open links. Field: `password`, of the account.
package struct LinkConfirmPage: HostedPage {
    package static let template = "link-confirm"

    package var form: PageForm?
    package var address: String
    /// The user name of the account; `nil` if it has none.
    package var username: String?
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        address: String,
        username: String? = nil,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.address = address
        self.username = username
        self.error = error
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("link.confirmTitle"),
            alert: alert,
            fields: [.password(error: error, text: text)],
            values: ["address": address, "email": username ?? address, "intro": text("link.confirmIntro")]
        )
        content.values["username"] = username
        return content
    }
}

/// The page to set a new password after a link in an email or SMS.
///
/// Field: `password`.
package struct LinkPasswordPage: HostedPage {
    package static let template = "link-password"

    package var form: PageForm?
    /// The address or number that the link was sent to.
    package var address: String
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(form: PageForm, address: String, error: PageMessage? = nil, alert: PageMessage? = nil) {
        self.form = form
        self.address = address
        self.error = error
        self.alert = alert
    }

    package var arguments: [String: String] { ["minimum": "8"] }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("newPassword.title"),
            alert: alert,
            fields: [.replacementPassword(error: error, text: text)],
            values: ["address": address, "email": address, "intro": text("link.passwordIntro")]
        )
    }
}

/// The result of a link in an email or SMS.
package struct LinkResultPage: HostedPage {
    package static let template = "link-end"

    package enum Outcome: String, Sendable, CaseIterable {
        case confirmed
        case passwordChanged
        /// The link is expired, used or malformed.
        case invalid
        /// The address has been confirmed by another account.
        case addressTaken
    }

    package var outcome: Outcome

    package init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    package func content(_ text: PageText) -> PageContent {
        let (title, intro) =
            switch outcome {
            case .confirmed: ("link.confirmedTitle", "link.confirmedIntro")
            case .passwordChanged: ("link.passwordDoneTitle", "link.passwordDoneIntro")
            case .invalid: ("link.deadTitle", "link.deadIntro")
            case .addressTaken: ("link.takenTitle", "link.takenIntro")
            }
        return PageContent(
            title: text(title),
            values: ["intro": text(intro), "isDone": outcome == .confirmed || outcome == .passwordChanged]
        )
    }
}
