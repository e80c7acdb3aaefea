import CLibPQ
import Foundation
import GatehouseStore
import GatehouseStoreSQL

/// A row of a statement's result.
@safe struct PostgresRow: SQLColumns {
    private let result: OpaquePointer?
    private let row: Int32

    init(_ result: OpaquePointer?, _ row: Int32) {
        unsafe self.result = result
        self.row = row
    }

    func text(_ column: String) throws(InvalidColumn) -> String? {
        try unsafe value(column, of: .text) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    func integer(_ column: String) throws(InvalidColumn) -> Int64? {
        try unsafe value(column, of: .bigint) { unsafe $0.reduce(0) { $0 << 8 | Int64($1) } }
    }

    func bool(_ column: String) throws(InvalidColumn) -> Bool? {
        try unsafe value(column, of: .bool) { unsafe $0.first != 0 }
    }

    func data(_ column: String) throws(InvalidColumn) -> Data? {
        try unsafe value(column, of: .bytea) { unsafe Data($0) }
    }

    /// Returns the decoded bytes of a column, or `nil` for NULL; throws if the column has another type.
    private func value<Value>(
        _ column: String,
        of type: PostgresType,
        _ decode: (UnsafeRawBufferPointer) -> Value
    ) throws(InvalidColumn) -> Value? {
        guard let index = index(of: column), unsafe PQftype(result, index) == type.rawValue else {
            throw InvalidColumn()
        }
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
        _ decode: (SQLRow) throws(StoreError) -> Record
    ) throws(StoreError) -> Record? {
        count == 0 ? nil : try decode(row(0, of: kind))
    }

    /// Returns all rows.
    func all<Record>(
        _ kind: String,
        _ decode: (SQLRow) throws(StoreError) -> Record
    ) throws(StoreError) -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(Int(count))
        for row in 0..<count { records.append(try decode(self.row(row, of: kind))) }
        return records
    }

    private func row(_ row: Int32, of kind: String) -> SQLRow {
        unsafe SQLRow(PostgresRow(result, row), of: kind)
    }
}
