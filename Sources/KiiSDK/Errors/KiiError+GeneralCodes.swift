extension KiiError {
    /// `Kii.begin` was not called, or not with an application and a server that can be.
    ///
    /// - Returns: 101.
    public class func codeInvalidApplication() -> Int { ErrorCode.invalidApplication.rawValue }

    /// The server has no such application.
    ///
    /// - Returns: 102.
    public class func codeAppNotFound() -> Int { ErrorCode.appNotFound.rawValue }

    /// The server has a problem, asks for a pause, or says something that has no code of its own.
    ///
    /// - Returns: 103.
    public class func codeUndefinedError() -> Int { ErrorCode.undefined.rawValue }

    /// The server could not be reached: nothing is known about the user, and the same call may succeed later.
    ///
    /// - Returns: 201.
    public class func codeUnableToConnectToInternet() -> Int { ErrorCode.unableToConnect.rawValue }

    /// What the server answered is not its protocol.
    ///
    /// - Returns: 202.
    public class func codeUnableToParseResponse() -> Int { ErrorCode.unableToParseResponse.rawValue }

    /// The token does not suffice for this.
    ///
    /// - Returns: 203.
    public class func codeUnauthorizedRequest() -> Int { ErrorCode.unauthorizedRequest.rawValue }

    /// The server does not take what was sent.
    ///
    /// - Returns: 204.
    public class func codeInvalidRequestData() -> Int { ErrorCode.invalidRequestData.rawValue }
}
