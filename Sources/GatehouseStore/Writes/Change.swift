package import Foundation

/// A conditional write.
///
/// The server composes a list of changes for ``Store/commit(_:)``; the store knows no rules beyond the conditions
/// documented here, and one more: a change that inserts a record of an account or client conflicts if that account or
/// client does not exist. Single-use records are consumed by a conditional change in the commit that uses them.
package enum Change: Sendable, Equatable {
    case account(AccountChange)
    case credential(CredentialChange)
    case customFields(CustomFieldsChange)
    case client(ClientChange)
    case resource(ResourceChange)
    case consent(ConsentChange)
    case flow(FlowChange)
    case code(CodeChange)
    case session(SessionChange)
    case browserSession(BrowserSessionChange)
    case logoutNotice(LogoutNoticeChange)
    case device(DeviceChange)
    case pushedRequest(PushedRequestChange)
    case initialAccessToken(InitialAccessTokenChange)
    case key(KeyChange)
    case message(MessageChange)
    case counter(CounterChange)
    /// Appends to the audit log, with a notice for each stream; never conflicts.
    case audit(AuditEvent)
    case eventStream(EventStreamChange)
    /// Marks an access token (by its `jti`) as revoked until it would have expired; repeating it has no effect.
    case revokeToken(id: String, until: Date)
    /// Records the use of a single-use identifier, such as the `jti` of an assertion. Conflicts if it was used before
    /// and its validity had not ended at `at`.
    case useIdentifier(String, until: Date, at: Date)
}

/// Writes to signing keys.
package enum KeyChange: Sendable, Equatable {
    /// Inserts a key. Conflicts if the id exists, or if another key of the algorithm is not retired.
    case insert(StoredKey)
    /// Retires a key. Conflicts if it does not exist or is retired already.
    case retire(StoredKey.ID, at: Date, expiresAt: Date)
    /// Deletes a key; does nothing if it does not exist.
    case delete(StoredKey.ID)
}

/// Writes to the message queue.
package enum MessageChange: Sendable, Equatable {
    /// Enqueues a message. Conflicts if the id exists.
    case enqueue(QueuedMessage)
    /// Removes a message that was sent, rejected or has expired; does nothing if it does not exist.
    case remove(QueuedMessage.ID)
    /// Postpones a message for another attempt; does nothing if it does not exist.
    case postpone(QueuedMessage.ID, attempts: Int, until: Date)
}

/// Writes to the streams of audit events.
package enum EventStreamChange: Sendable, Equatable {
    /// Registers a stream. Conflicts if it is registered.
    case insert(EventStream.ID)
    /// Removes a stream and its notices; does nothing if it is not registered.
    case remove(EventStream.ID)
    /// Removes the notice of an event. Conflicts if it does not exist, as when another node has removed it.
    case removeNotice(EventStream.ID, AuditEvent)
    /// Removes the notices of streams that are not registered, which a commit can write while its stream is removed.
    case removeStrayNotices
}

/// Writes to counters.
package enum CounterChange: Sendable, Equatable {
    /// Adds one, starting a window that ends at `expiresAt` if none is open at `at`. Conflicts if an open window has
    /// reached `limit`.
    case increment(key: String, limit: Int, at: Date, expiresAt: Date)
    /// Subtracts one; does nothing if no window is open at `at` or the count is zero.
    case decrement(key: String, at: Date)
    /// Removes the counter; does nothing if there is none.
    case reset(key: String)
}
