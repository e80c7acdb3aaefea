/// The schema of a database that was read without a change.
package struct SchemaState: Sendable, Equatable {
    /// The number of applied migrations.
    package let version: Int
    /// The number of migrations that this version of the program knows.
    package let latest: Int

    package init(version: Int, latest: Int) {
        self.version = version
        self.latest = latest
    }
}
