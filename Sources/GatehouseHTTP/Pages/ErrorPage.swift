/// What happened, what to do about it, and how to find it in the logs.
package struct ErrorPage: Page {
    package static let template = "error"

    /// What went wrong, as far as the person is concerned.
    package enum Kind: String, Sendable, CaseIterable {
        /// The request is malformed.
        case request
        case unknownClient
        /// The redirect URI is not the client's, so nobody is sent there.
        case unverifiedRedirect
        /// The transaction or the page is too old, or already used.
        case expired
        /// The browser did not send the page's cookie.
        case noCookie
        case forbidden
        /// The operator has disabled the account.
        case shutOut
        case notFound
        /// Give ``ErrorPage/retryAfter``.
        case tooMany
        case unavailable
        case server
    }

    package var kind: Kind
    /// What a developer wants to know, in English: the description of the OAuth error.
    package var detail: String?
    package var requestID: String?
    /// Parameters of the request for developers, such as its redirect URI; shown as text, never as a link.
    package var facts: [Fact]
    /// The app's address that the page links back to.
    package var wayBack: String?
    /// Seconds to wait, for ``Kind/tooMany``.
    package var retryAfter: Int

    /// A parameter of the request.
    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(
        kind: Kind,
        detail: String? = nil,
        facts: [Fact] = [],
        requestID: String? = nil,
        wayBack: String? = nil,
        retryAfter: Int = 60
    ) {
        self.kind = kind
        self.detail = detail
        self.facts = facts
        self.requestID = requestID
        self.wayBack = wayBack
        self.retryAfter = retryAfter
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("error.\(kind.rawValue).title"),
            values: ["advice": text("error.\(kind.rawValue).advice", WaitTime(seconds: retryAfter))]
        )
        content.values["detail"] = detail
        content.values["facts"] = facts.map { ["name": $0.name, "value": $0.value] }
        content.values["hasDetails"] = detail != nil || !facts.isEmpty
        content.values["wayBack"] = wayBack
        content.values["requestID"] = requestID
        return content
    }
}
