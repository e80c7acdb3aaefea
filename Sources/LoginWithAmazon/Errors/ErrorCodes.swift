/// The domain of every `NSError` of this module.
public let kAMZNLWAErrorDomain: String = "AMZNLWAErrorDomain"

/// The key in `userInfo` of how many seconds to wait before the next try (`NSNumber`), when the server said so.
public let kAMZNLWAErrorTimeUntilNextRetryAttempt: String = "AMZNLWAErrorTimeUntilNextRetryAttempt"

/// Nothing happened.
public let kAMZNLWANoError: UInt = 0
/// Nobody is signed in who has granted all scopes, or not any more: show the sign-in button.
public let kAMZNLWAApplicationNotAuthorized: UInt = 1
/// The server has a problem, or its answer is none: try again later.
public let kAMZNLWAServerError: UInt = 2
/// The person closed the page, or never came back from the browser.
public let kAMZNLWAErrorUserInterrupted: UInt = 3
/// The person did not agree.
public let kAMZNLWAAccessDenied: UInt = 4
/// The device could not read or write what is stored.
public let kAMZNLWADeviceError: UInt = 5
/// The app passed something that cannot be.
public let kAMZNLWAInvalidInput: UInt = 6
/// The server could not be reached.
public let kAMZNLWANetworkError: UInt = 7
/// The API key is missing, cannot be read, belongs to another bundle, or is not accepted by the server.
public let kAMZNLWAUnauthorizedClient: UInt = 8
/// Something else went wrong.
public let kAMZNLWAInternalError: UInt = 9
/// The server does not serve this version; no server says so to this module.
public let kAMZNLWAVersionDenied: UInt = 10

// What version 2 and 3.0 call them.

/// The domain of every `NSError` of this module.
public let AIErrorDomain: String = kAMZNLWAErrorDomain
/// Nothing happened.
public let kAINoError: UInt = kAMZNLWANoError
/// Nobody is signed in who has granted all scopes, or not any more: show the sign-in button.
public let kAIApplicationNotAuthorized: UInt = kAMZNLWAApplicationNotAuthorized
/// The server has a problem, or its answer is none: try again later.
public let kAIServerError: UInt = kAMZNLWAServerError
/// The person closed the page, or never came back from the browser.
public let kAIErrorUserInterrupted: UInt = kAMZNLWAErrorUserInterrupted
/// The person did not agree.
public let kAIAccessDenied: UInt = kAMZNLWAAccessDenied
/// The device could not read or write what is stored.
public let kAIDeviceError: UInt = kAMZNLWADeviceError
/// The app passed something that cannot be.
public let kAIInvalidInput: UInt = kAMZNLWAInvalidInput
/// The server could not be reached.
public let kAINetworkError: UInt = kAMZNLWANetworkError
/// The API key is missing, cannot be read, belongs to another bundle, or is not accepted by the server.
public let kAIUnauthorizedClient: UInt = kAMZNLWAUnauthorizedClient
/// Something else went wrong.
public let kAIInternalError: UInt = kAMZNLWAInternalError
/// The server does not serve this version; no server says so to this module.
public let kAIVersionDenied: UInt = kAMZNLWAVersionDenied
