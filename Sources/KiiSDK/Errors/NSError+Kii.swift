public import Foundation

extension NSError {
    /// What the server calls the error, such as `WRONG_TOKEN`.
    ///
    /// - Returns: Its error code; `nil` when the error is not the server's.
    public func kiiErrorSummary() -> String? { userInfo[UserInfoKey.serverCode] as? String }

    /// What the server says about the error.
    ///
    /// - Returns: Its words; `nil` when the error is not the server's.
    public func kiiErrorMessage() -> String? { userInfo[UserInfoKey.serverMessage] as? String }

    /// The status of the server's answer.
    ///
    /// - Returns: The status; 0 when the error is not the server's.
    public func kiiHttpStatus() -> Int { (userInfo[UserInfoKey.httpStatus] as? NSNumber)?.intValue ?? 0 }

    /// An error of this module, whose `description` is a text in any case.
    convenience init(kii code: Int, _ userInfo: [String: Any]) {
        var userInfo = userInfo
        let text = userInfo[UserInfoKey.description] as? String ?? ErrorCode(rawValue: code)?.text ?? "Error \(code)."
        userInfo[UserInfoKey.description] = text
        if userInfo[NSLocalizedDescriptionKey] == nil { userInfo[NSLocalizedDescriptionKey] = text }
        self.init(domain: KiiError.errorDomain, code: code, userInfo: userInfo)
    }
}
