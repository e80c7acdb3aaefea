/// What happened, as a number that apps compare with.
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
    /// What happened, for developers, where nobody has said more.
    var text: String {
        switch self {
        case .invalidApplication: "No application: call Kii.begin(withID:andKey:andCustomURL:) first."
        case .appNotFound: "The server has no application with this ID."
        case .undefined: "The server could not do this."
        case .unableToConnect: "The server could not be reached."
        case .unableToParseResponse: "The answer of the server could not be read."
        case .unauthorizedRequest: "The access token does not suffice for this."
        case .invalidRequestData: "The server does not take what was sent."
        case .invalidAccessToken: "The access token is not valid, or not any more."
        case .unableToAuthenticate: "The user name or the password is wrong."
        case .invalidPasswordFormat: "That cannot be a password."
        case .invalidEmailFormat: "That is no e-mail address."
        case .invalidUserObject: "This call does not work on this user."
        case .invalidUsername: "That cannot be a user name: use 3 to 64 letters, digits, hyphens, underscores or dots."
        case .invalidPhoneFormat: "That is no phone number."
        case .unableToVerify: "The verification code is wrong or too old."
        case .invalidDisplayName: "That cannot be a display name: use 1 to 50 characters."
        case .unableToUpdateEmail: "The e-mail address could not be changed."
        case .unableToUpdatePhoneNumber: "The phone number could not be changed."
        case .invalidUserIdentifier: "That is neither a user name, nor an e-mail address, nor a phone number."
        case .invalidCountryCode: "That is no country code: use two capital letters, such as JP."
        case .invalidLocalPhoneFormat: "That is no phone number in the spelling of a country: use digits only."
        case .invalidCredentials: "The credentials are wrong."
        case .userNotFound: "There is no such user."
        case .localPhoneRequiresCountryCode: "A phone number in the spelling of a country needs the country."
        case .notLoggedIn: "This user is not logged in."
        case .pseudoUserIsNotAllowed: "This call does not work on a pseudo user."
        case .invalidUserStatus: "The state of the user does not allow this."
        case .refreshFailed: "The access token has run out and could not be renewed."
        case .nothingStored: "Nobody is stored on this device."
        case .loginRequired: "Nobody is logged in."
        case .invalidPinCode: "The code is wrong."
        case .passwordRequired: "A password is missing."
        case .newPasswordIsOldOne: "The new password is the old one."
        case .pinCodeIsExpired: "The code is too old."
        case .duplicateEntry: "The name or the address belongs to another user."
        case .invalidAttributeKey: "A field of an app cannot have that name."
        case .invalidURI: "That is not the URI of a user."
        case .dateNotFuture: "The date has passed."
        case .intervalZero: "The interval is zero."
        case .noRefreshToken: "There is no refresh token."
        case .storeUnavailable: "What is stored on the device could not be read or written."
        case .storeDamaged: "What is stored on the device is damaged."
        case .archivingFailed: "The user could not be written down."
        case .noStoredItem: "Nothing is stored on the device."
        case .storeDenied: "What is stored on the device may not be used now."
        }
    }
}
