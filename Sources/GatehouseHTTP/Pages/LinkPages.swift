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

/// The page for a user who did not make the change that a notice reports.
///
/// Action: `continue`.
package struct NoticeLinkPage: HostedPage {
    package static let template = "notice-link"

    /// The effect of the link.
    package enum Effect: String, Sendable, CaseIterable {
        case secure, undo, keepFactors
    }

    package var form: PageForm?
    package var effect: Effect
    /// The address that the notice was sent to.
    package var address: String
    package var alert: PageMessage?

    package init(form: PageForm, effect: Effect, address: String, alert: PageMessage? = nil) {
        self.form = form
        self.effect = effect
        self.address = address
        self.alert = alert
    }

    package func content(_ text: PageText) -> PageContent {
        let (title, intro, submit) =
            switch effect {
            case .secure: ("notice.secureTitle", "notice.secureIntro", "notice.secureAction")
            case .undo: ("notice.undoTitle", "notice.undoIntro", "notice.undoAction")
            case .keepFactors: ("notice.keepFactorsTitle", "notice.keepFactorsIntro", "notice.keepFactorsAction")
            }
        return PageContent(
            title: text(title),
            alert: alert,
            values: ["address": address, "intro": text(intro), "submit": text(submit)]
        )
    }
}

/// The result of a link in an email or SMS.
package struct LinkResultPage: HostedPage {
    package static let template = "link-end"

    package enum Outcome: String, Sendable, CaseIterable {
        case confirmed
        case passwordChanged
        /// All sessions have ended, and a reset has begun.
        case secured
        /// The addresses are restored, and all sessions have ended.
        case undone
        /// The reset of the factors is cancelled.
        case factorsKept
        /// The link is expired, used or malformed.
        case invalid
        /// The address has been confirmed by another account.
        case addressTaken
    }

    package var outcome: Outcome
    /// The address of the account pages; `nil` on a page that leads back to an app.
    package var accountAddress: String?

    package init(_ outcome: Outcome, accountAddress: String? = nil) {
        self.outcome = outcome
        self.accountAddress = accountAddress
    }

    package func content(_ text: PageText) -> PageContent {
        let (title, intro) =
            switch outcome {
            case .confirmed: ("link.confirmedTitle", "link.confirmedIntro")
            case .passwordChanged: ("link.passwordDoneTitle", "link.passwordDoneIntro")
            case .secured: ("notice.secureDoneTitle", "notice.secureDoneIntro")
            case .undone: ("notice.undoDoneTitle", "notice.undoDoneIntro")
            case .factorsKept: ("notice.factorsKeptTitle", "notice.factorsKeptIntro")
            case .invalid: ("link.deadTitle", "link.deadIntro")
            case .addressTaken: ("link.takenTitle", "link.takenIntro")
            }
        var content = PageContent(
            title: text(title),
            values: ["intro": text(intro), "isDone": outcome != .invalid && outcome != .addressTaken]
        )
        content.values["accountAddress"] = accountAddress
        return content
    }
}
