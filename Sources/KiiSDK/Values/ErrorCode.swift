/// The error codes that apps compare with.
enum ErrorCode: Int, CaseIterable, Sendable {
    case invalidApplication = 101
    case appNotFound = 102
    case undefined = 103
    case unableToConnect = 201
    case unableToParseResponse = 202
    case unauthorizedRequest = 203
    case invalidRequestData = 204
    case invalidAccessToken = 301
    case unableToAuthenticate = 302
    case invalidPasswordFormat = 304
    case invalidEmailFormat = 305
    case invalidUserObject = 306
    case invalidUsername = 307
    case invalidPhoneFormat = 308
    case unableToVerify = 309
    case invalidDisplayName = 310
    case unableToUpdateEmail = 311
    case unableToUpdatePhoneNumber = 312
    case invalidUserIdentifier = 313
    case invalidCountryCode = 315
    case invalidLocalPhoneFormat = 316
    case invalidCredentials = 317
    case userNotFound = 324
    case localPhoneRequiresCountryCode = 326
    case notLoggedIn = 327
    case pseudoUserIsNotAllowed = 328
    case invalidUserStatus = 329
    case refreshFailed = 330
    case nothingStored = 331
    case loginRequired = 340
    case invalidPinCode = 341
    case passwordRequired = 342
    case newPasswordIsOldOne = 343
    case pinCodeIsExpired = 344
    case duplicateEntry = 503
    case invalidAttributeKey = 508
    case invalidURI = 511
    case dateNotFuture = 521
    case intervalZero = 522
    case noRefreshToken = 523
    case storeUnavailable = 1201
    case storeDamaged = 1202
    case archivingFailed = 1203
    case noStoredItem = 1204
    case storeDenied = 1205
}

extension ErrorCode {
    /// The default description, for developers.
    var text: String {
        switch self {
        case .invalidApplication: "Not configured: call Kii.begin(withID:andKey:andCustomURL:) first."
        case .appNotFound: "The server does not know this application."
        case .undefined: "The server could not process the request."
        case .unableToConnect: "The server could not be reached."
        case .unableToParseResponse: "The server's response is malformed."
        case .unauthorizedRequest: "The access token does not permit this operation."
        case .invalidRequestData: "The server rejected the data."
        case .invalidAccessToken: "The access token is invalid or has ended."
        case .unableToAuthenticate: "The username or password is incorrect."
        case .invalidPasswordFormat: "The password is invalid."
        case .invalidEmailFormat: "The email address is invalid."
        case .invalidUserObject: "This call does not support this user."
        case .invalidUsername: "The username is invalid: use 3 to 64 letters, digits, hyphens, underscores, periods."
        case .invalidPhoneFormat: "The phone number is invalid."
        case .unableToVerify: "The verification code is incorrect or has expired."
        case .invalidDisplayName: "The display name is invalid: use 1 to 50 characters."
        case .unableToUpdateEmail: "The email address could not be changed."
        case .unableToUpdatePhoneNumber: "The phone number could not be changed."
        case .invalidUserIdentifier: "The identifier is neither a username, an email address nor a phone number."
        case .invalidCountryCode: "The country code is invalid: use two capital letters, such as JP."
        case .invalidLocalPhoneFormat: "The phone number is invalid: use digits only, in national format."
        case .invalidCredentials: "The credentials are incorrect."
        case .userNotFound: "The user does not exist."
        case .localPhoneRequiresCountryCode: "A phone number in national format requires the country."
        case .notLoggedIn: "This user is not logged in."
        case .pseudoUserIsNotAllowed: "This call does not support pseudo users."
        case .invalidUserStatus: "The status of the user does not permit this operation."
        case .refreshFailed: "The access token has expired and could not be refreshed."
        case .nothingStored: "No user is stored on this device."
        case .loginRequired: "No user is logged in."
        case .invalidPinCode: "The code is incorrect."
        case .passwordRequired: "A password is required."
        case .newPasswordIsOldOne: "The new password equals the current one."
        case .pinCodeIsExpired: "The code has expired."
        case .duplicateEntry: "The username or address belongs to another user."
        case .invalidAttributeKey: "The name of the custom field is invalid."
        case .invalidURI: "The user URI is invalid."
        case .dateNotFuture: "The date is in the past."
        case .intervalZero: "The interval is zero."
        case .noRefreshToken: "There is no refresh token."
        case .storeUnavailable: "The token store could not be read or written."
        case .storeDamaged: "The token store is corrupt."
        case .archivingFailed: "The user could not be archived."
        case .noStoredItem: "The token store is empty."
        case .storeDenied: "The token store is not accessible now."
        }
    }
}
