/// How far the setting of a new password has come.
package struct EntraResetPollResponse: JSONResponse, Hashable {
    /// How far it has come; a value that is not listed cannot be read.
    package enum Status: String, Sendable, Codable {
        case succeeded
        case failed
        case inProgress = "in_progress"
        case notStarted = "not_started"
    }

    package var status: Status
    /// For tokens without another sign-in, once it has succeeded.
    package var continuationToken: Secret?

    package init(status: Status, continuationToken: Secret? = nil) {
        self.status = status
        self.continuationToken = continuationToken
    }

    private enum CodingKeys: String, CodingKey {
        case status
        case continuationToken = "continuation_token"
    }
}
