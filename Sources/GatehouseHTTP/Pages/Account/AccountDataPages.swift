import Foundation

/// The page to download the data of the account, which also leads to its deletion.
///
/// Action: `download`.
package struct AccountDataPage: HostedPage {
    package static let template = "account-data"

    package var form: PageForm?
    package var frame: AccountFrame?
    package var alert: PageMessage?
    package var notice: PageMessage?

    package init(form: PageForm, frame: AccountFrame, alert: PageMessage? = nil, notice: PageMessage? = nil) {
        self.form = form
        self.frame = frame
        self.alert = alert
        self.notice = notice
    }

    package var sendsLanguageWithForm: Bool { false }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("accountPage.data"),
            alert: alert,
            notice: notice,
            values: ["deletionPath": AccountDeletionPage.path]
        )
    }
}

/// The page to delete the account.
///
/// Field: `confirmation`. Action: `continue`.
package struct AccountDeletionPage: HostedPage {
    package static let template = "account-delete"
    /// The path below the issuer's.
    package static let path = "/account/delete"

    package var form: PageForm?
    package var frame: AccountFrame?
    /// The number of days in which the user can keep the account; zero if it is deleted at once.
    package var days: Int
    package var error: PageMessage?
    package var alert: PageMessage?

    package init(
        form: PageForm,
        frame: AccountFrame,
        days: Int,
        error: PageMessage? = nil,
        alert: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.days = days
        self.error = error
        self.alert = alert
    }

    package var arguments: [String: String] { ["days": "\(days)"] }

    package func content(_ text: PageText) -> PageContent {
        let confirmation = PageField(
            name: PageInput.confirmation.rawValue,
            label: text("deletion.confirm"),
            type: "checkbox",
            error: error.map(text.callAsFunction)
        )
        let grace = days == 0 ? "deletion.atOnce" : days == 1 ? "deletion.grace.one" : "deletion.grace.other"
        return PageContent(
            title: text("deletion.title"),
            alert: alert,
            fields: [confirmation],
            focusesForm: false,
            values: [
                "back": AccountSection.data.path, "backLabel": text("accountPage.data"), "grace": text(grace),
                "losses": [
                    text("deletion.details"), text("deletion.methods"), text("deletion.sessions"),
                    text("deletion.apps"),
                ],
            ]
        )
    }
}

/// The page after the deletion of an account was requested or done.
package struct AccountDeletedPage: HostedPage {
    package static let template = "link-end"

    /// The number of days in which the user can keep the account; `nil` if it is deleted.
    package var days: Int?

    package init(days: Int?) {
        self.days = days
    }

    package var arguments: [String: String] { ["days": "\(days ?? 0)"] }

    package func content(_ text: PageText) -> PageContent {
        let intro =
            switch days {
            case nil: "deletion.doneIntro"
            case 1: "deletion.requestedIntro.one"
            default: "deletion.requestedIntro.other"
            }
        return PageContent(
            title: text(days == nil ? "deletion.doneTitle" : "deletion.requestedTitle"),
            values: ["intro": text(intro), "isDone": true]
        )
    }
}

/// The page at the issuer's address.
package struct HomePage: HostedPage {
    package static let template = "home"

    package init() {}

    package func content(_ text: PageText) -> PageContent {
        PageContent(title: text("accountPage.homeTitle"), values: ["path": AccountSection.details.path])
    }
}
