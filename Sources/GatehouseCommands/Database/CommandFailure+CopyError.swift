import GatehouseStore

extension CommandFailure {
    /// Why nothing was copied, in words.
    init(_ error: CopyError, from source: String, to target: String) {
        switch error {
        case .source(.unavailable(let reason)):
            self.init(
                "\(source) cannot be copied: \(reason)",
                advice: "Check --from, its permissions, and the room in the folder for temporary files."
            )
        case .source:
            self.init("\(source) is no database, or damaged.", advice: "Check --from, or put back a backup.")
        case .target(.unavailable(let reason)):
            self.init(
                "\(target) cannot be copied to: \(reason)",
                advice: "Check --to, and try again: a copy is kept whole or not at all."
            )
        case .target:
            self.init("\(target) is damaged.", advice: "Name an empty database.")
        case .notEmpty(let table, let rows):
            self.init(
                "\(target) is not empty (rows in its table \(table.name): \(rows)).",
                advice: "Name an empty database, which createdb makes. Nothing was copied."
            )
        case .busy:
            self.init(
                "Another copy to \(target) is under way, or a server is changing its tables.",
                advice: "Try again when that has ended."
            )
        case .refused(let table, let reason):
            self.init(
                "\(target) did not take the rows of \(table.name): \(Self.words(reason))",
                advice: "Nothing was copied."
            )
        case .unknownColumn(let table, let column):
            self.init(
                "The column \(column) of \(table.name) is not known on both sides.",
                advice: "Use the version of Gatehouse that both databases were made by. Nothing was copied."
            )
        case .unstorable(let table, let column):
            self.init(
                "\(source) has a value in the column \(column) of \(table.name) that PostgreSQL cannot hold, such as a text with U+0000.",
                advice: "Change it there. Nothing was copied."
            )
        case .different(let table, let sourceRows, let targetRows):
            self.init(
                "\(source) has \(sourceRows) rows in \(table.name), and \(targetRows) were in \(target) at the end.",
                advice: "See that no server uses the new database yet, and try again. Nothing was copied."
            )
        }
    }

    private static func words(_ error: StoreError) -> String {
        switch error {
        case .unavailable(let reason), .exhausted(let reason): reason
        case .corrupt(let what): "\(what) is damaged."
        case .conflict: "Somebody else changed it."
        }
    }
}
