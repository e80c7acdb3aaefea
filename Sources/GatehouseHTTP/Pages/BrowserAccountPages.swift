import GatehouseServer
import GatehouseStore

/// An account that is signed in to the browser, to choose on a page.
package struct PageAccount: Sendable, Hashable {
    /// The opaque value that the form sends.
    package var id: String
    package var name: String?
    /// The address, or another identifier of an account without one.
    package var address: String
    /// Whether the user must sign in again to continue with the account.
    package var mustSignIn: Bool

    package init(id: String, name: String? = nil, address: String, mustSignIn: Bool = false) {
        self.id = id
        self.name = name
        self.address = address
        self.mustSignIn = mustSignIn
    }

    init(_ account: Account, mustSignIn: Bool = false) {
        self.init(
            id: account.id.rawValue,
            name: account.displayName,
            address: (account.email ?? account.identifiers.first)?.spelling ?? "",
            mustSignIn: mustSignIn
        )
    }

    /// Returns the values for the template `account-row`.
    fileprivate func content(_ text: PageText, note: String? = nil) -> [String: Any] {
        let title = name ?? address
        var content: [String: Any] = [
            "id": id, "title": title, "initial": title.first.map { String($0).uppercased() } ?? "",
        ]
        content["detail"] = name == nil ? nil : address
        content["note"] = mustSignIn ? text("account.signInAgain") : note
        return content
    }
}

/// The page to choose an account that is signed in to this browser (`prompt=select_account`).
///
/// A button per account sends `account`. Actions: `otherAccount`, `cancel`.
package struct AccountChooserPage: HostedPage {
    package static let template = "account-chooser"

    package var form: PageForm?
    package var accounts: [PageAccount]

    package init(form: PageForm, accounts: [PageAccount]) {
        self.form = form
        self.accounts = accounts
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(title: text("account.title"), values: ["accounts": accounts.map { $0.content(text) }])
    }
}

/// The page to confirm a sign-out request without a valid ID token hint (RP-Initiated Logout §2).
///
/// With several accounts, a button per account sends `account`. Actions: `continue` (sign out of the only account),
/// `signOutAll`, `cancel`.
package struct SignOutPage: HostedPage {
    package static let template = "sign-out"

    package var form: PageForm?
    /// The accounts of the browser, the current one first.
    package var accounts: [PageAccount]

    package init(form: PageForm, accounts: [PageAccount]) {
        self.form = form
        self.accounts = accounts
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text("signOut.title"))
        if accounts.count > 1 {
            content.values["accounts"] = accounts.map { $0.content(text, note: text("signOut.confirm")) }
            content.values["hasSeveral"] = true
        } else {
            content.values["shownAccount"] = accounts.first.map { ["id": $0.id, "address": $0.address] }
        }
        return content
    }
}

/// The page after a sign-out, confirmed or canceled.
package struct SignedOutPage: HostedPage {
    package static let template = "signed-out"

    /// A Boolean value that indicates whether the session has ended.
    package var isSignedOut: Bool
    /// A Boolean value that indicates whether the browser is still signed in to other accounts.
    package var leavesAccounts: Bool

    package init(isSignedOut: Bool = true, leavesAccounts: Bool = false) {
        self.isSignedOut = isSignedOut
        self.leavesAccounts = leavesAccounts
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text(isSignedOut ? "signOut.doneTitle" : "signOut.stayedTitle"))
        content.values["isSignedOut"] = isSignedOut
        content.values["leavesAccounts"] = leavesAccounts
        return content
    }
}
