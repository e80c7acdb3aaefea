import CLibPQ
import Foundation
import GatehouseStore
import GatehouseWire

/// A row with strictly typed columns: other values throw ``StoreError/corrupt(_:)``, which names record type and column
/// only.
@safe struct PostgresRow {
    private let result: OpaquePointer?
    private let row: Int32
    private let kind: String

    init(_ result: OpaquePointer?, _ row: Int32, of kind: String) {
        unsafe self.result = result
        self.row = row
        self.kind = kind
    }

    func optionalText(_ column: String) throws(StoreError) -> String? {
        try unsafe optional(column, String.type) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    func optionalInteger(_ column: String) throws(StoreError) -> Int64? {
        try unsafe optional(column, Int64.type) { unsafe $0.reduce(0) { $0 << 8 | Int64($1) } }
    }

    func text(_ column: String) throws(StoreError) -> String { try required(column, optionalText(column)) }

    func integer(_ column: String) throws(StoreError) -> Int { Int(try required(column, optionalInteger(column))) }

    func bool(_ column: String) throws(StoreError) -> Bool {
        try unsafe required(column, optional(column, Bool.type) { unsafe $0.first != 0 })
    }

    func data(_ column: String) throws(StoreError) -> Data {
        try unsafe required(column, optional(column, Data.type) { unsafe Data($0) })
    }

    func date(_ column: String) throws(StoreError) -> Date {
        Date(milliseconds: try required(column, optionalInteger(column)))
    }

    func optionalDate(_ column: String) throws(StoreError) -> Date? {
        try optionalInteger(column).map(Date.init(milliseconds:))
    }

    /// Returns an identifier or a value of an enumeration.
    func value<Value: RawRepresentable<String>>(_ column: String) throws(StoreError) -> Value {
        guard let value = Value(rawValue: try text(column)) else { throw corrupt(column) }
        return value
    }

    func optionalValue<Value: RawRepresentable<String>>(_ column: String) throws(StoreError) -> Value? {
        try optionalText(column) == nil ? nil : value(column)
    }

    func scopes(_ column: String) throws(StoreError) -> ScopeSet {
        guard let scopes = ScopeSet(parsing: try text(column)) else { throw corrupt(column) }
        return scopes
    }

    /// Returns a JSON value that many rows have in common.
    func sharedJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value {
        guard let value: Value = try optionalSharedJSON(column) else { throw corrupt(column) }
        return value
    }

    func optionalSharedJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        do { return try DecodedJSON.shared.value(of: text, as: Value.self) } catch { throw corrupt(column) }
    }

    func json<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value {
        guard let value: Value = try optionalJSON(column) else { throw corrupt(column) }
        return value
    }

    func optionalJSON<Value: Decodable & Sendable>(_ column: String) throws(StoreError) -> Value? {
        guard let text = try optionalText(column) else { return nil }
        do {
            return try DecodedJSON.shared.ownValue(of: text)
        } catch {
            throw corrupt(column)
        }
    }

    private func required<Value>(_ column: String, _ value: Value?) throws(StoreError) -> Value {
        guard let value else { throw corrupt(column) }
        return value
    }

    /// Returns the decoded bytes of a column, or `nil` for NULL; throws if the column has another type.
    private func optional<Value>(
        _ column: String,
        _ type: UInt32,
        _ decode: (UnsafeRawBufferPointer) -> Value
    ) throws(StoreError) -> Value? {
        guard let index = index(of: column), unsafe PQftype(result, index) == type else { throw corrupt(column) }
        guard unsafe PQgetisnull(result, row, index) == 0 else { return nil }
        let length = unsafe Int(PQgetlength(result, row, index))
        return unsafe decode(UnsafeRawBufferPointer(start: PQgetvalue(result, row, index), count: length))
    }

    private func index(of column: String) -> Int32? {
        unsafe column.withCString { name in
            unsafe (0..<PQnfields(result)).first { index in
                unsafe PQfname(result, index).map { unsafe strcmp($0, name) == 0 } ?? false
            }
        }
    }

    private func corrupt(_ column: String) -> StoreError { .corrupt("\(kind).\(column)") }
}

/// The result of a statement, whose rows are valid until the closure that received it returns.
@safe struct PostgresResult {
    /// A result without rows.
    static var none: PostgresResult { unsafe PostgresResult(nil) }

    private let result: OpaquePointer?

    init(_ result: OpaquePointer?) {
        unsafe self.result = result
    }

    private var count: Int32 { unsafe PQntuples(result) }

    /// The command tag, such as `COMMIT`.
    var tag: String {
        guard let tag = unsafe PQcmdStatus(result) else { return "" }
        return unsafe String(cString: tag)
    }

    /// The number of rows that the statement changed.
    var changedCount: Int { tag.split(separator: " ").last.flatMap { Int($0) } ?? 0 }

    /// Returns the first row.
    func first<Record>(
        _ kind: String,
        _ decode: (PostgresRow) throws(StoreError) -> Record
    ) throws(StoreError) -> Record? {
        count == 0 ? nil : try decode(unsafe PostgresRow(result, 0, of: kind))
    }

    /// Returns all rows.
    func all<Record>(
        _ kind: String,
        _ decode: (PostgresRow) throws(StoreError) -> Record
    ) throws(StoreError) -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(Int(count))
        for row in 0..<count { records.append(try decode(unsafe PostgresRow(result, row, of: kind))) }
        return records
    }
}
