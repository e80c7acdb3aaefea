package import Foundation
import GatehouseServer

/// The page that offers to keep an account whose deletion was requested.
///
/// Actions: `continue` (keep), `cancel`.
package struct KeepAccountPage: HostedPage {
    package static let template = "keep-account"

    package var form: PageForm?
    package var email: String
    /// The time from which the account is erased.
    package var dueAt: Date

    package init(form: PageForm, email: String, dueAt: Date) {
        self.form = form
        self.email = email
        self.dueAt = dueAt
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("keepAccount.title"),
            values: ["email": email, "intro": text("keepAccount.intro", ["date": text.date(dueAt).day])]
        )
    }
}
