/// Login with Amazon.
extension OAuthErrorCode {
    /// The pair of codes is unknown, used or over: the device has to start again.
    public static let invalidCodePair = Self(rawValue: "invalid_code_pair")
    /// Something went wrong inside the server, or it has too much to do; try again later.
    public static let amazonServerError = Self(rawValue: "ServerError")
}
