/// How long statements may take, in milliseconds.
struct Patience: Sendable {
    let statement: Int
    /// How long one waits for a lock.
    let lock: Int

    static let reading = Patience(statement: 10_000, lock: 3000)
    /// Deleting a client takes the longer, the more sessions it has.
    ///
    /// Who waits for a row for longer than this most likely holds one that the other
    /// waits for; PostgreSQL itself looks after a second only.
    static let writing = Patience(statement: 60_000, lock: 250)
    /// A copy takes as long as there are records, but does not wait for another one.
    static let copying = Patience(statement: 0, lock: 3000)
}
