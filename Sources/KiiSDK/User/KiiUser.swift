public import Foundation
import Gatehouse
import GatehouseWire
import Synchronization

/// A user of the application.
///
/// One user at a time is logged in: ``current()``. Every call that asks the server has three forms, of which one blocks the thread until it has its outcome, one hands the outcome to a
/// block on ``Kii/callbackQueue``, and one is `async`. All of them do the same, and all of them may be used on any thread, the main thread too.
///
/// Errors are `NSError`s with the codes of ``KiiError``.
public final class KiiUser: NSObject, Sendable {
    private let state: Mutex<UserState>

    init(_ state: UserState) {
        self.state = Mutex(state)
        super.init()
    }

    /// What is known of the user now.
    var known: UserState { state.withLock { $0 } }

    /// Takes note of something about the user.
    func change(_ change: (inout UserState) -> Void) {
        state.withLock { change(&$0) }
    }

    /// Whether the other object is the same user: by its ``userID``, or without one by being the same object.
    ///
    /// - Parameter object: Anything.
    /// - Returns: Whether it is the same user.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KiiUser else { return false }
        if self === other { return true }
        guard let userID else { return false }
        return userID == other.userID
    }

    /// The same number for two objects that are the same user.
    public override var hash: Int { userID?.hashValue ?? ObjectIdentifier(self).hashValue }

    /// Who it is, without anything secret.
    public override var description: String {
        let known = known
        let id = known.id.map { "userID: \($0)" } ?? "without a userID"
        return "KiiUser(\(id)\(known.username.map { ", username: \($0)" } ?? ""))"
    }

    /// The same as ``description``.
    public override var debugDescription: String { description }
}
