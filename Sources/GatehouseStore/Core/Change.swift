package import Foundation

/// One write with the condition under which it may happen.
///
/// The server composes a list of these and hands them to ``Store/commit(_:)``; the store knows no rules beyond the conditions
/// named here, and one more: a change that puts in a record of an account or a client conflicts when that account or client
/// does not exist, so that nothing outlives the person or the application it is about. A single-use thing is consumed by a conditional change in the same commit that acts on it.
package enum Change: Sendable, Equatable {
    case account(AccountChange)
    case customFields(CustomFieldsChange)
    case client(ClientChange)
    case consent(ConsentChange)
    case transaction(TransactionChange)
    case code(CodeChange)
    case session(SessionChange)
    case browserSession(BrowserSessionChange)
    case device(DeviceChange)
    case key(KeyChange)
    case mail(MailChange)
    case counter(CounterChange)
    /// Appends to the audit log; never conflicts.
    case audit(AuditEvent)
    /// Marks one access token (by its `jti`) as revoked until it would have expired anyway; repeating it changes nothing.
    case revokeToken(id: String, until: Date)
}
