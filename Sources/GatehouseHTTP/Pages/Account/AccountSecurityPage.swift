package import Foundation
import GatehouseServer

/// The page of the ways to sign in and of the second step.
///
/// Fields: `item`, `name`. Actions: `rename`, `remove`, `turnOn`, `turnOff`, `newCodes`, `cancelReset`.
package struct AccountSecurityPage: HostedPage {
    package static let template = "account-security"
    /// The number of recovery codes at which the page suggests new ones.
    private static let fewCodes = 2

    /// A way to sign in: one row of the page.
    package struct Method: Sendable, Hashable {
        /// The kind of a method; passkeys are credentials instead.
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

    /// The second step of sign-ins.
    package enum SecondStep: Sendable, Hashable {
        /// It is off, and the user has no factor for it.
        case missing
        case off
        /// The number of recovery codes is `nil` if the second factor is an address, which they do not replace.
        case on(recoveryCodes: Int?)
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    package var methods: [Method]
    package var credentials: [AccountCredential]
    package var secondStep: SecondStep
    /// The time from which all factors are removed, at the request of an administrator.
    package var resetDueAt: Date?
    package var announcement: PasskeyAnnouncement?
    package var alert: PageMessage?
    package var notice: PageMessage?

    package init(
        form: PageForm,
        frame: AccountFrame,
        methods: [Method],
        credentials: [AccountCredential] = [],
        secondStep: SecondStep = .missing,
        resetDueAt: Date? = nil,
        announcement: PasskeyAnnouncement? = nil,
        alert: PageMessage? = nil,
        notice: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.methods = methods
        self.credentials = credentials
        self.secondStep = secondStep
        self.resetDueAt = resetDueAt
        self.announcement = announcement
        self.alert = alert
        self.notice = notice
    }

    package var sendsLanguageWithForm: Bool { false }

    package func content(_ text: PageText) -> PageContent {
        var values = secondStep.content(text, fewCodes: Self.fewCodes)
        values["methods"] = methods.map { $0.content(text) }
        values["passkeys"] = credentials.filter { $0.kind == .passkey }.map { $0.content(text) }
        values["apps"] = credentials.filter { $0.kind == .authenticatorApp }.map { $0.content(text) }
        values["reset"] = resetDueAt.map { text("security.resetPending", ["date": text.date($0).sentencePart]) }
        values["announcement"] = announcement?.content
        values["usesPasskeys"] = announcement != nil
        values["passkeyPath"] = CreatePasskeyPage.path
        values["appPath"] = AuthenticatorAppPage.path
        return PageContent(
            title: text("accountPage.security"),
            alert: alert,
            notice: notice,
            otherFields: credentials.map { $0.field(text) },
            values: values
        )
    }
}

extension AccountSecurityPage.SecondStep {
    fileprivate func content(_ text: PageText, fewCodes: Int) -> [String: Any] {
        switch self {
        case .missing: return ["stepStatus": text("security.secondStepMissing")]
        case .off: return ["stepStatus": text("security.secondStepOff"), "canTurnOn": true]
        case .on(let count):
            var content: [String: Any] = ["stepStatus": text("security.secondStepOn"), "isOn": true]
            guard let count else { return content }
            content["hasCodes"] = true
            content["codesLeft"] = count == 1 ? text("security.codesLeft.one") : text("security.codesLeft.other", count)
            content["hasFewCodes"] = count <= fewCodes
            return content
        }
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
