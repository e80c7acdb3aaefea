/// Under which keys apps look into `userInfo`.
enum UserInfoKey {
    static let description = "description"
    static let serverCode = "server_code"
    static let serverMessage = "server_message"
    static let httpStatus = "http_status"
    /// How many seconds the server wants to be left alone; an addition to Kii's keys.
    static let retryAfter = "retry_after"
}
