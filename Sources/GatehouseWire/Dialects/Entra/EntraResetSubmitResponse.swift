/// The new password was taken, and is being set.
package struct EntraResetSubmitResponse: JSONResponse, Hashable {
    package var continuationToken: Secret
    /// Seconds between two questions whether it is done.
    package var pollInterval: Int

    package init(continuationToken: Secret, pollInterval: Int) {
        self.continuationToken = continuationToken
        self.pollInterval = pollInterval
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case pollInterval = "poll_interval"
    }
}
