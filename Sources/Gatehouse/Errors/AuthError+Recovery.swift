extension AuthError {
    /// What an app can do about an error.
    public enum Recovery: Sendable, Hashable {
        /// Do the same again, after the time given; `nil` when the server did not name one.
        case retry(after: Duration?)
        /// Ask the person to sign in.
        case interact
        /// Wait until the device is unlocked, then do the same again.
        case unlock
        /// Ask the person to set the clock of the device.
        case fixClock
        /// A developer has something to mend: the message says what.
        case fixConfiguration
        /// Nothing: tell the person, or do nothing at all when it was cancelled.
        case none
    }
}
