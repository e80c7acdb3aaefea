package import Foundation
import GatehouseServer

/// The page of the apps that may use the account.
///
/// A button per app sends `item`. Action: `withdraw`.
package struct AccountAppsPage: HostedPage {
    package static let template = "account-apps"

    /// An app with the scopes and claims that it may use.
    package struct App: Sendable, Hashable {
        /// The opaque value that the form sends.
        package var id: String
        package var name: String
        package var items: [ConsentItem]
        package var since: Date
        package var lastUsedAt: Date?
        /// Whether the user has consented; the operator's own apps need no consent.
        package var hasConsent: Bool

        package init(
            id: String,
            name: String,
            items: [ConsentItem],
            since: Date,
            lastUsedAt: Date? = nil,
            hasConsent: Bool = true
        ) {
            self.id = id
            self.name = name
            self.items = items
            self.since = since
            self.lastUsedAt = lastUsedAt
            self.hasConsent = hasConsent
        }
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    package var apps: [App]
    package var alert: PageMessage?
    package var notice: PageMessage?

    package init(
        form: PageForm,
        frame: AccountFrame,
        apps: [App],
        alert: PageMessage? = nil,
        notice: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.apps = apps
        self.alert = alert
        self.notice = notice
    }

    package var sendsLanguageWithForm: Bool { false }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("accountPage.apps"),
            alert: alert,
            notice: notice,
            values: ["apps": apps.map { $0.content(text) }, "isEmpty": apps.isEmpty]
        )
    }
}

extension AccountAppsPage.App {
    fileprivate func content(_ text: PageText) -> [String: Any] {
        // The texts of scopes name the app that they belong to.
        let own = text.naming(client: name)
        var content: [String: Any] = [
            "item": id, "name": name, "initial": name.first.map { String($0).uppercased() } ?? "",
            "items": ConsentItem.contents(of: items, own),
            "since": text(hasConsent ? "apps.since" : "apps.usedSince", ["date": text.date(since).day]),
            "isOwn": !hasConsent, "withdrawIntro": text("apps.withdrawIntro", ["app": name]),
        ]
        content["lastUsed"] = lastUsedAt.map { text("security.lastUsed", ["date": text.date($0).dayAndTime]) }
        return content
    }
}
