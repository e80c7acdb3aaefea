/// Everything that is stored for one client: the sessions, which one is current, and what the server still has to hear.
public struct StoredSessions: Sendable, Hashable, Codable {
    /// Counts the times this was stored; grows by one each time.
    public var generation: UInt64
    /// The sessions in the order of sign-in; at most one for each account.
    public var grants: [StoredGrant]
    /// The ``StoredGrant/id`` of the current session; `nil` when signed out.
    public var current: String?
    /// The tokens that are still to be revoked at the server, oldest first.
    public var outbox: [PendingRevocation]
    /// How far the server's clock was ahead of the device's when this was stored, in seconds; `nil` when not known.
    package var clockOffset: Double?
    /// Why nobody is signed in, as ``SignedOutReason/stored`` names it; `nil` when somebody is, or nobody has been.
    package var lastEnding: String?
    /// The sign-in whose page a person has been sent to.
    package var pendingSignIn: PendingSignIn?
    /// The sign-up on the app's own screens that has not come to its end.
    package var pendingSignUp: PendingSignUp?

    /// What is stored for one client.
    ///
    /// - Parameters:
    ///   - generation: Counts the times this was stored.
    ///   - grants: The sessions in the order of sign-in.
    ///   - current: The identifier of the current session.
    ///   - outbox: The tokens that are still to be revoked at the server.
    public init(
        generation: UInt64 = 0,
        grants: [StoredGrant] = [],
        current: String? = nil,
        outbox: [PendingRevocation] = []
    ) {
        self.generation = generation
        self.grants = grants
        self.current = current
        self.outbox = outbox
    }

    /// The session with this identifier.
    func grant(_ id: String) -> StoredGrant? {
        grants.first { $0.id == id }
    }

    /// The current session.
    var currentGrant: StoredGrant? {
        current.flatMap(grant)
    }
}
