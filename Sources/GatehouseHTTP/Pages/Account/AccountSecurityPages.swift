package import Foundation
import GatehouseServer

/// The page of the ways to sign in.
package struct AccountSecurityPage: HostedPage {
    package static let template = "account-security"

    /// A way to sign in: one row of the page.
    package struct Method: Sendable, Hashable {
        /// The kind of a method; each factor has a case.
        package enum Kind: Sendable, Hashable {
            case password(isSet: Bool)
            /// A code that is sent to an email address.
            case code(email: String)
        }

        package var kind: Kind
        package var lastUsedAt: Date?

        package init(_ kind: Kind, lastUsedAt: Date? = nil) {
            self.kind = kind
            self.lastUsedAt = lastUsedAt
        }
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    package var methods: [Method]
    package var notice: PageMessage?

    package init(form: PageForm, frame: AccountFrame, methods: [Method], notice: PageMessage? = nil) {
        self.form = form
        self.frame = frame
        self.methods = methods
        self.notice = notice
    }

    package var sendsLanguageWithForm: Bool { false }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("accountPage.security"),
            notice: notice,
            values: ["methods": methods.map { $0.content(text) }]
        )
    }
}

extension AccountSecurityPage.Method {
    fileprivate func content(_ text: PageText) -> [String: Any] {
        var content: [String: Any] = [:]
        switch kind {
        case .password(let isSet):
            content["title"] = text("field.password")
            content["path"] = AccountPasswordPage.path
            content["action"] = text(isSet ? "security.change" : "security.set")
            content["actionLabel"] = text(isSet ? "security.changeTitle" : "security.setTitle")
            if !isSet { content["status"] = text("security.notSet") }
        case .code(let email):
            content["title"] = text("security.code")
            content["detail"] = email
            content["path"] = AccountSection.addresses.path
            content["action"] = text("security.manage")
            content["actionLabel"] = text("accountPage.addresses")
        }
        if content["status"] == nil {
            content["status"] =
                lastUsedAt.map { text("security.lastUsed", ["date": text.date($0).dayAndTime]) }
                ?? text("security.neverUsed")
        }
        return content
    }
}

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
