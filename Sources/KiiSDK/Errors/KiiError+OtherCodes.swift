extension KiiError {
    /// The name or the address belongs to another user.
    ///
    /// - Returns: 503.
    public class func codeDuplicateEntry() -> Int { ErrorCode.duplicateEntry.rawValue }

    /// A field of an app cannot have that name.
    ///
    /// - Returns: 508.
    public class func codeInvalidAttributeKey() -> Int { ErrorCode.invalidAttributeKey.rawValue }

    /// That is not the URI of a user.
    ///
    /// - Returns: 511.
    public class func codeInvalidURI() -> Int { ErrorCode.invalidURI.rawValue }

    /// The date has passed.
    ///
    /// - Returns: 521.
    public class func codeDateNotFuture() -> Int { ErrorCode.dateNotFuture.rawValue }

    /// The interval is zero; no call of this module says so.
    ///
    /// - Returns: 522.
    public class func codeIntervalZero() -> Int { ErrorCode.intervalZero.rawValue }

    /// There is no refresh token.
    ///
    /// - Returns: 523.
    public class func codeNonRefreshToken() -> Int { ErrorCode.noRefreshToken.rawValue }

    /// What is stored on the device could not be read or written.
    ///
    /// - Returns: 1201.
    public class func codeUnexpectedKeyChainError() -> Int { ErrorCode.storeUnavailable.rawValue }

    /// What is stored on the device is damaged.
    ///
    /// - Returns: 1202.
    public class func codeFailedToUnarchived() -> Int { ErrorCode.storeDamaged.rawValue }

    /// The user could not be written down; no call of this module says so.
    ///
    /// - Returns: 1203.
    public class func codeFailedToArchived() -> Int { ErrorCode.archivingFailed.rawValue }

    /// Nothing is stored on the device; this module says 331 instead.
    ///
    /// - Returns: 1204.
    public class func codeNonKeychainItemFound() -> Int { ErrorCode.noStoredItem.rawValue }

    /// What is stored on the device may not be used now, for example before the device was unlocked.
    ///
    /// - Returns: 1205.
    public class func codeKeyChainAccessIsNotAllowed() -> Int { ErrorCode.storeDenied.rawValue }
}
