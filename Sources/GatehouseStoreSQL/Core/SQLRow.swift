package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The columns of a row of one database, read by name.
///
/// At most three words in size, so that ``SQLRow`` needs no allocation for it.
package protocol SQLColumns {
    func text(_ column: String) throws(InvalidColumn) -> String?
    func integer(_ column: String) throws(InvalidColumn) -> Int64?
    func bool(_ column: String) throws(InvalidColumn) -> Bool?
    func data(_ column: String) throws(InvalidColumn) -> Data?
}

/// A column is missing or has another type.
package struct InvalidColumn: Error {
    package init() {}
}

/// A row with strictly typed columns: other values throw ``StoreError/corrupt(_:)``, which names record type and column
/// only.
package struct SQLRow {
    private let columns: any SQLColumns
    private let kind: String

    package init(_ columns: some SQLColumns, of kind: String) {
        self.columns = columns
        self.kind = kind
    }

    package func optionalText(_ column: String) throws(StoreError) -> String? {
        do throws(InvalidColumn) { return try columns.text(column) } catch { throw corrupt(column) }
    }

    private func optionalInt64(_ column: String) throws(StoreError) -> Int64? {
        do throws(InvalidColumn) { return try columns.integer(column) } catch { throw corrupt(column) }
    }

    package func text(_ column: String) throws(StoreError) -> String {
        try required(column, optionalText(column))
    }

    package func integer(_ column: String) throws(StoreError) -> Int {
        Int(try required(column, optionalInt64(column)))
    }

    package func optionalInteger(_ column: String) throws(StoreError) -> Int? {
        try optionalInt64(column).map { Int($0) }
    }

    package func bool(_ column: String) throws(StoreError) -> Bool {
        let value: Bool?
        do throws(InvalidColumn) { value = try columns.bool(column) } catch { throw corrupt(column) }
        return try required(column, value)
    }

    package func data(_ column: String) throws(StoreError) -> Data {
        let value: Data?
        do throws(InvalidColumn) { value = try columns.data(column) } catch { throw corrupt(column) }
        return try required(column, value)
    }

    package func date(_ column: String) throws(StoreError) -> Date {
        Date(milliseconds: try required(column, optionalInt64(column)))
    }

    package func optionalDate(_ column: String) throws(StoreError) -> Date? {
        try optionalInt64(column).map(Date.init(milliseconds:))
    }

    /// Returns an identifier or a value of an enumeration.
    package func value<Value: RawRepresentable<String>>(_ column: String) throws(StoreError) -> Value {
        try required(column, optionalValue(column))
    }

    package func optionalValue<Value: RawRepresentable<String>>(
        _ column: String
    ) throws(StoreError) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        return try required(column, Value(rawValue: text))
    }

    /// Returns the identifiers of a space-separated text, or none for NULL.
    package func identifiers<Value: RawRepresentable<String>>(_ column: String) throws(StoreError) -> [Value] {
        try optionalText(column)?.split(separator: " ").compactMap { Value(rawValue: String($0)) } ?? []
    }

    package func scopes(_ column: String) throws(StoreError) -> ScopeSet {
        try required(column, ScopeSet(parsing: try text(column)))
    }

    /// Returns a JSON value that many rows have in common.
    package func sharedJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value {
        try required(column, optionalSharedJSON(column))
    }

    /// Returns a JSON value that many rows have in common if `isShared` returns `true` for its text.
    package func json<Value: Decodable & Sendable>(
        _ column: String,
        sharedIf isShared: (String) -> Bool
    ) throws(StoreError) -> Value {
        let text = try text(column)
        do {
            return isShared(text)
                ? try DecodedJSON.shared.value(of: text, as: Value.self) : try DecodedJSON.shared.ownValue(of: text)
        } catch {
            throw corrupt(column)
        }
    }

    package func optionalSharedJSON<Value: Decodable & Sendable>(
        _ column: String
    ) throws(StoreError) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        do { return try DecodedJSON.shared.value(of: text, as: Value.self) } catch { throw corrupt(column) }
    }

    package func json<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value {
        try required(column, optionalJSON(column))
    }

    package func optionalJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        do { return try DecodedJSON.shared.ownValue(of: text) } catch { throw corrupt(column) }
    }

    private func required<Value>(_ column: String, _ value: Value?) throws(StoreError) -> Value {
        guard let value else { throw corrupt(column) }
        return value
    }

    private func corrupt(_ column: String) -> StoreError { .corrupt("\(kind).\(column)") }
}
