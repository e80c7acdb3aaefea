package import Foundation
import GatehouseServer

/// The page of the browsers and apps in which the user is signed in.
///
/// A button per session sends `item`. Actions: `end`, `endOthers`.
package struct AccountSessionsPage: HostedPage {
    package static let template = "account-sessions"
    /// The number of sessions that the page shows at most.
    package static let maximumCount = 100

    /// A session of a browser or an app.
    package struct Session: Sendable, Hashable {
        /// The opaque value that the form sends.
        package var id: String
        /// The name of the app; `nil` for a browser.
        package var app: String?
        /// The description that the browser or app gave of itself.
        package var userAgent: String?
        /// The network address.
        package var address: String?
        package var createdAt: Date
        package var lastUsedAt: Date
        package var isCurrent: Bool

        package init(
            id: String,
            app: String? = nil,
            userAgent: String? = nil,
            address: String? = nil,
            createdAt: Date,
            lastUsedAt: Date,
            isCurrent: Bool = false
        ) {
            self.id = id
            self.app = app
            self.userAgent = userAgent
            self.address = address
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
            self.isCurrent = isCurrent
        }
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    /// All sessions; those at the end of a long list are not shown.
    package var sessions: [Session]
    package var alert: PageMessage?
    package var notice: PageMessage?

    package init(
        form: PageForm,
        frame: AccountFrame,
        sessions: [Session],
        alert: PageMessage? = nil,
        notice: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.sessions = sessions
        self.alert = alert
        self.notice = notice
    }

    package var sendsLanguageWithForm: Bool { false }

    package func content(_ text: PageText) -> PageContent {
        let shown = sessions.prefix(Self.maximumCount)
        var content = PageContent(
            title: text("sessions.title"),
            alert: alert,
            notice: notice,
            values: ["sessions": shown.map { $0.content(text) }, "hasOthers": sessions.contains { !$0.isCurrent }]
        )
        if sessions.count > shown.count { content.values["shown"] = text("sessions.shown", shown.count) }
        return content
    }
}

extension AccountSessionsPage.Session {
    fileprivate func content(_ text: PageText) -> [String: Any] {
        var content: [String: Any] = [
            "item": id, "title": app ?? text("sessions.browser"), "isCurrent": isCurrent,
            "lastUsed": text.date(lastUsedAt).dayAndTime, "startedAt": text.date(createdAt).dayAndTime,
        ]
        content["userAgent"] = userAgent
        content["address"] = address
        return content
    }
}
