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
    /// Seconds to wait, for ``Kind/tooMany``.
    package var retryAfter: Int

    package init(
        kind: Kind,
        detail: String? = nil,
        requestID: String? = nil,
        retryAfter: Int = 60
    ) {
        self.kind = kind
        self.detail = detail
        self.requestID = requestID
        self.retryAfter = retryAfter
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("error.\(kind.rawValue).title"),
            values: ["advice": text("error.\(kind.rawValue).advice", WaitTime(seconds: retryAfter))]
        )
        content.values["detail"] = detail
        content.values["requestID"] = requestID
        return content
    }
}
