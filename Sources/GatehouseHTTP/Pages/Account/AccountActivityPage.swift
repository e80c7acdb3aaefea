package import Foundation
import GatehouseServer
package import GatehouseStore

/// The page of the events of an account, newest first.
package struct AccountActivityPage: HostedPage {
    package static let template = "account-activity"

    /// An event of the account.
    package struct Event: Sendable, Hashable {
        package var kind: AuditKind
        package var date: Date
        /// The name of the app.
        package var app: String?
        /// The network address.
        package var address: String?

        package init(kind: AuditKind, date: Date, app: String? = nil, address: String? = nil) {
            self.kind = kind
            self.date = date
            self.app = app
            self.address = address
        }
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    package var events: [Event]
    /// The address of the first page; `nil` on it.
    package var newestAddress: String?
    /// The address of the next page; `nil` on the last one.
    package var olderAddress: String?

    package init(
        form: PageForm,
        frame: AccountFrame,
        events: [Event],
        newestAddress: String? = nil,
        olderAddress: String? = nil
    ) {
        self.form = form
        self.frame = frame
        self.events = events
        self.newestAddress = newestAddress
        self.olderAddress = olderAddress
    }

    package var sendsLanguageWithForm: Bool { false }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(title: text("accountPage.activity"))
        content.values["events"] = events.map { event -> [String: Any] in
            var values: [String: Any] = ["title": event.title(text), "date": text.date(event.date).dayAndTime]
            values["app"] = event.app
            values["address"] = event.address
            return values
        }
        content.values["isEmpty"] = events.isEmpty
        content.values["newest"] = newestAddress
        content.values["older"] = olderAddress
        content.values["hasPages"] = newestAddress != nil || olderAddress != nil
        return content
    }
}

extension AccountActivityPage.Event {
    /// Returns the text for the event; for kinds of later versions, the name of the kind.
    fileprivate func title(_ text: PageText) -> String {
        Self.keys[kind].map { text($0) } ?? kind.rawValue
    }

    private static let keys: [AuditKind: String] = [
        .accountCreated: "activity.accountCreated",
        .accountUpdated: "activity.accountUpdated",
        .accountDeletionRequested: "activity.accountDeletionRequested",
        .accountKept: "activity.accountKept",
        .accountExported: "activity.accountExported",
        .accountSecured: "activity.accountSecured",
        .addressAdded: "activity.addressAdded",
        .addressMadePrimary: "activity.addressMadePrimary",
        .addressRemoved: "activity.addressRemoved",
        .addressChangeUndone: "activity.addressChangeUndone",
        .addressVerified: "activity.addressVerified",
        .signedIn: "activity.signedIn",
        .signInIncomplete: "activity.signInIncomplete",
        .signInFailed: "activity.signInFailed",
        .signedOut: "activity.signedOut",
        .codeSent: "activity.codeSent",
        .codeRejected: "activity.codeRejected",
        .passwordChanged: "activity.passwordChanged",
        .passwordRemoved: "activity.passwordRemoved",
        .factorAdded: "activity.factorAdded",
        .factorRenamed: "activity.factorRenamed",
        .factorRemoved: "activity.factorRemoved",
        .secondFactorTurnedOn: "activity.secondFactorTurnedOn",
        .secondFactorTurnedOff: "activity.secondFactorTurnedOff",
        .factorResetRequested: "activity.factorResetRequested",
        .factorResetCancelled: "activity.factorResetCancelled",
        .factorResetDone: "activity.factorResetDone",
        .recoveryCodesCreated: "activity.recoveryCodesCreated",
        .recoveryCodeUsed: "activity.recoveryCodeUsed",
        .consentGranted: "activity.consentGranted",
        .consentWithdrawn: "activity.consentWithdrawn",
        .consentDenied: "activity.consentDenied",
        .sessionStarted: "activity.sessionStarted",
        .sessionEnded: "activity.sessionEnded",
        .otherSessionsEnded: "activity.otherSessionsEnded",
        .authorizationCodeRejected: "activity.appSignInFailed",
        .codeReplayed: "activity.sessionProtected",
        .refreshReplayed: "activity.sessionProtected",
        .tokenRevoked: "activity.tokenRevoked",
        .deviceApproved: "activity.deviceApproved",
        .deviceDenied: "activity.deviceDenied",
        .messageFailed: "activity.messageFailed",
    ]
}
