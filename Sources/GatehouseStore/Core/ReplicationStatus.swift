/// The replication of a database to standby servers.
package struct ReplicationStatus: Sendable, Equatable {
    /// Whether a commit waits until a standby has it.
    package let waitsForStandby: Bool
    /// The number of connected standbys; `nil` if the database user may not see them.
    package let standbys: Int?
    /// The number of bytes of the log that the slowest asynchronous standby has not replayed; `nil` without one.
    package let asynchronousLag: Int?
    /// The reason that this node may use an outdated database server after a restart; `nil` if there is none.
    package let warning: String?

    package init(waitsForStandby: Bool, standbys: Int?, asynchronousLag: Int?, warning: String? = nil) {
        self.waitsForStandby = waitsForStandby
        self.standbys = standbys
        self.asynchronousLag = asynchronousLag
        self.warning = warning
    }
}
