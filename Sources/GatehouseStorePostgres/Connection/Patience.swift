/// How long a link waits for its statements, in milliseconds.
struct Patience: Sendable {
    /// How long a statement may take; 0 for as long as it likes.
    let statement: Int
    /// How long one waits for a lock.
    let lock: Int
    /// How long the server may say nothing at all before it counts as gone; `nil` for as long as TCP keeps the connection.
    ///
    /// TCP finds out about a machine or a network that is gone (``LinkSettings``), but not about a server that is suspended. It is longer than a
    /// statement may take, because the server says nothing while one runs; a server that works has given the statement up by then, and said so.
    let silence: Int32?

    /// Somebody waits for the answer, and does so twice when the server is gone, as a read is asked once more over another connection.
    ///
    /// Reads that were asked together are answered together: the silence is as long as all of them take.
    static let reading = Patience(statement: 10_000, lock: 3000, silence: 15_000)
    /// Deleting a client takes the longer, the more sessions it has.
    ///
    /// Who waits for a row for longer than this most likely holds one that the other
    /// waits for; PostgreSQL itself looks after a second only.
    static let writing = Patience(statement: 60_000, lock: 250, silence: 75_000)
    /// A step to another schema sets limits of its own, and takes as long as there are records.
    static let migrating = Patience(statement: 10_000, lock: 3000, silence: nil)
    /// The timeouts of a connection that checks for a pooler, which may have no free session.
    static let probing = Patience(statement: 3000, lock: 3000, silence: 3000)
    /// A copy takes as long as there are records, but does not wait for another one.
    static let copying = Patience(statement: 0, lock: 3000, silence: nil)
}
