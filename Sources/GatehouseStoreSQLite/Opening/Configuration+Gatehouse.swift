import GRDB

extension Configuration {
    /// How every connection is set up; foreign keys are on by GRDB's own default.
    static var gatehouse: Configuration {
        var configuration = Configuration()
        configuration.label = "gatehouse"
        // Seconds that a connection waits for another process to finish its transaction.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            // Bounds what `PRAGMA optimize` reads of each index.
            try db.execute(sql: "PRAGMA analysis_limit = 400")
        }
        return configuration
    }
}
