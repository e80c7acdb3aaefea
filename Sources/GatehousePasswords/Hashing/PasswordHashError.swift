/// Why a password was not hashed or compared.
package enum PasswordHashError: Error, Equatable {
    /// The queue is full; nothing was done. The caller may try again after `retryAfter`.
    case overloaded(retryAfter: Duration)
    /// The calling task was cancelled while its work was still waiting.
    case cancelled
    /// The hasher was shut down before the work began.
    case shutDown
    /// The stored hash is not an argon2 string, so no password can match it.
    case malformedHash
    /// The library could not do the work; in practice the memory could not be had.
    case unavailable
}
