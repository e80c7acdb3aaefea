import GatehouseWire
import HTTPTypes

/// The error page: what happened, what to do next, and the request ID to find it in the logs.
package struct ErrorPage: HostedPage {
    package static let template = "error"

    /// The kind of an error, from the user's point of view; the raw value is part of the keys in the string tables.
    package enum Kind: String, Sendable, CaseIterable {
        /// The request is malformed.
        case request
        case unknownClient
        /// The redirect URI is not registered for the client, so the browser is not redirected.
        case unverifiedRedirect
        /// The flow or the page has expired or was already used.
        case expired
        /// The browser did not send the page's cookie.
        case noCookie
        case forbidden
        /// The operator has disabled the account.
        case accountDisabled = "shutOut"
        /// The sign-in requires a factor that the account does not have.
        case additionalFactor
        case notFound
        /// Requires ``ErrorPage/retryAfter``.
        case tooManyRequests = "tooMany"
        case unavailable
        case server
    }

    package var kind: Kind
    /// The description of the OAuth error, in English, for developers.
    package var detail: String?
    package var requestID: String?
    /// Parameters of the request for developers, such as its redirect URI; shown as text, never as a link.
    package var requestParameters: [RequestParameter]
    /// The address of the app that the page links back to.
    package var returnURL: String?
    /// The number of seconds to wait, for ``Kind/tooManyRequests``.
    package var retryAfter: Int

    /// A parameter of the request.
    package struct RequestParameter: Sendable, Hashable {
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
        requestParameters: [RequestParameter] = [],
        requestID: String? = nil,
        returnURL: String? = nil,
        retryAfter: Int = 60
    ) {
        self.kind = kind
        self.detail = detail
        self.requestParameters = requestParameters
        self.requestID = requestID
        self.returnURL = returnURL
        self.retryAfter = retryAfter
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("error.\(kind.rawValue).title"),
            values: ["advice": text("error.\(kind.rawValue).advice", WaitTime(seconds: retryAfter))]
        )
        content.values["detail"] = detail
        content.values["facts"] = requestParameters.map { ["name": $0.name, "value": $0.value] }
        content.values["hasDetails"] = detail != nil || !requestParameters.isEmpty
        content.values["wayBack"] = returnURL
        content.values["requestID"] = requestID
        return content
    }
}

extension ErrorPage.Kind {
    /// Creates the kind for an error.
    init(_ error: OAuthError) {
        guard error != .noCookie else {
            self = .noCookie
            return
        }
        self =
            switch (error.code, error.status) {
            case (_, .tooManyRequests): .tooManyRequests
            case (_, .notFound): .notFound
            case (.accessDenied, .forbidden): .accountDisabled
            case (.unmetAuthenticationRequirements, .forbidden): .additionalFactor
            case (_, .forbidden): .forbidden
            case (_, .gone): .expired
            case (.invalidRedirectURI, _): .unverifiedRedirect
            case (.invalidClient, _): .unknownClient
            case (.temporarilyUnavailable, _): .unavailable
            case (.serverError, _): .server
            default: .request
            }
    }
}

/// Sends an authorization response to the client in a form (OAuth 2.0 Form Post Response Mode).
///
/// A script submits the form; without scripts the user presses the button.
package struct FormPostPage: HostedPage {
    package static let template = "form-post"

    /// The client's redirect URI; the content security policy must name its origin in `form-action`.
    package var address: String
    /// The parameters of the response, in order.
    package var fields: [(name: String, value: String)]

    package init(address: String, fields: [(name: String, value: String)]) {
        self.address = address
        self.fields = fields
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text("formPost.title"),
            values: ["address": address, "answer": fields.map { ["name": $0.name, "value": $0.value] }]
        )
    }
}
