/// The accounts signed in in this browser (`prompt=select_account`).
///
/// A button per account sends `account`; actions `otherAccount`, `cancel`.
package struct AccountChooserPage: Page {
    package static let template = "account-chooser"

    /// An account to choose.
    package struct Account: Sendable, Hashable {
        /// What is sent back; it needs no meaning.
        package var id: String
        package var name: String?
        package var email: String

        package init(id: String, name: String? = nil, email: String) {
            self.id = id
            self.name = name
            self.email = email
        }
    }

    package var form: PageForm?
    package var accounts: [Account]

    package init(form: PageForm, accounts: [Account]) {
        self.form = form
        self.accounts = accounts
    }

    package func content(_ text: PageText) -> PageContent {
        let items = accounts.map { account -> [String: Any] in
            let title = account.name ?? account.email
            var item: [String: Any] = [
                "id": account.id, "title": title, "initial": title.first.map { String($0).uppercased() } ?? "",
            ]
            item["detail"] = account.name == nil ? nil : account.email
            return item
        }
        return PageContent(title: text("account.title"), values: ["accounts": items])
    }
}
