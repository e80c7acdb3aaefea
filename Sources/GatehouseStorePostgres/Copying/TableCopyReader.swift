import Foundation
import GatehouseStore

/// A reader of rows in the binary format of `COPY`.
struct TableCopyReader {
    private let table: TableName
    private let columns: [PostgresColumn]
    /// Whether the header has been read, which precedes the first row.
    private var hasHeader = false

    init(_ table: TableName, _ columns: [PostgresColumn]) {
        self.table = table
        self.columns = columns
    }

    /// Reads the rows in a message of the server, which contains complete rows.
    ///
    /// - Throws: ``CopyError/source(_:)`` if it does not, ``CopyError/unstorable(_:column:)`` if a column has a type
    ///   that no table of the schema has, or the error of `take`.
    mutating func read(
        _ message: [UInt8],
        _ take: ([ColumnValue]) throws(CopyError) -> Void
    ) throws(CopyError) {
        var bytes = message[...]
        if !hasHeader {
            bytes = bytes.dropFirst(TableCopyFormat.header.count)
            hasHeader = true
        }
        while !bytes.isEmpty, let count = Self.number(Int16.self, from: &bytes), count >= 0 {
            guard count == columns.count else { throw Self.unreadable }
            var row: [ColumnValue] = []
            row.reserveCapacity(columns.count)
            for column in columns { row.append(try value(of: column, from: &bytes)) }
            try take(row)
        }
    }

    private func value(
        of column: PostgresColumn,
        from bytes: inout ArraySlice<UInt8>
    ) throws(CopyError) -> ColumnValue {
        guard let length = Self.number(Int32.self, from: &bytes) else { throw Self.unreadable }
        if length < 0 { return .null }
        guard bytes.count >= Int(length) else { throw Self.unreadable }
        var field = bytes.prefix(Int(length))
        bytes = bytes.dropFirst(Int(length))
        switch column.type {
        case "bigint":
            guard let number = Self.number(Int64.self, from: &field) else { throw Self.unreadable }
            return .integer(number)
        case "boolean": return .integer(field.first == 0 ? 0 : 1)
        case "text": return .text(String(decoding: field, as: UTF8.self))
        case "bytea": return .bytes(Data(field))
        default: throw .unstorable(table, column: column.name)
        }
    }

    private static let unreadable = CopyError.source(.unavailable("The database server sent incomplete rows."))

    /// Removes a number in network byte order.
    private static func number<Number: FixedWidthInteger>(
        _ type: Number.Type,
        from bytes: inout ArraySlice<UInt8>
    ) -> Number? {
        let size = Number.bitWidth / 8
        guard bytes.count >= size else { return nil }
        defer { bytes = bytes.dropFirst(size) }
        return bytes.prefix(size).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
