import Foundation

/// Why something did not work, in Kii's terms, before it becomes the object that an app gets.
struct Failure: Error, Sendable, Hashable {
    var code: ErrorCode
    /// What happened, for developers.
    var text: String
    var serverCode: String?
    var serverMessage: String?
    var httpStatus: Int?
    var retryAfter: Duration?

    init(_ code: ErrorCode, _ text: String? = nil) {
        self.code = code
        self.text = text ?? code.text
    }

    /// What apps get: an `NSError`, because on Linux the cast that they write ends the process for any other.
    var error: NSError {
        var userInfo: [String: Any] = [UserInfoKey.description: text]
        userInfo[UserInfoKey.serverCode] = serverCode
        userInfo[UserInfoKey.serverMessage] = serverMessage
        userInfo[UserInfoKey.httpStatus] = httpStatus.map { NSNumber(value: $0) }
        userInfo[UserInfoKey.retryAfter] = retryAfter.map { NSNumber(value: $0.components.seconds) }
        return NSError(kii: code.rawValue, userInfo)
    }
}
