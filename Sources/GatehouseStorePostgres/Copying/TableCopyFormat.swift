import Foundation
import GatehouseStore

/// The conversion of rows of another backend to rows of a PostgreSQL table, with all differences between the schemas.
struct TableCopyFormat {
    private struct Field {
        let name: String
        /// The type name in the catalog.
        let type: String
        /// The index of the value in the source's rows.
        let index: Int
        let derive: (@Sendable (Int64) -> Int64)?
    }

    private let table: TableName
    private let fields: [Field]

    /// Maps each column of the table to a column of the source.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - columns: Its columns with their types.
    ///   - source: The names of the source's columns.
    /// - Throws: ``CopyError/unknownColumn(_:_:)`` if either side has a column that the other lacks.
    init(
        _ table: TableName,
        columns: [(name: String, type: String)],
        source: [String]
    ) throws(CopyError) {
        self.table = table
        var fields: [Field] = []
        for (name, type) in columns {
            let derivation = Self.derivations["\(table.name).\(name)"]
            guard let index = source.firstIndex(of: derivation?.from ?? name) else {
                throw .unknownColumn(table, name)
            }
            fields.append(Field(name: name, type: type, index: index, derive: derivation?.derive))
        }
        for name in source where !columns.contains(where: { $0.name == name }) { throw .unknownColumn(table, name) }
        self.fields = fields
    }

    /// The columns that only this schema has.
    private static let derivations: [String: (from: String, derive: @Sendable (Int64) -> Int64)] = [
        "sessions.expiry_day": ("expires_at", { Date(milliseconds: $0).day })
    ]

    /// The statements that fill derived tables after all rows are copied.
    static let completion =
        [
            // If several devices had the same code in succession, the last one owns it.
            """
            INSERT INTO device_user_codes (user_code, device_id, expires_at)
            SELECT DISTINCT ON (user_code) user_code, id, expires_at FROM devices
            ORDER BY user_code, expires_at DESC, sequence DESC
            """
        ]

    /// The statement that advances the sequence past the copied rows.
    var continuation: String? {
        guard fields.contains(where: { $0.name == "sequence" }) else { return nil }
        return """
            SELECT setval(pg_get_serial_sequence('\(table.name)', 'sequence'), max(sequence)) FROM \(table.name)
            HAVING count(*) > 0
            """
    }

    var statement: String {
        "COPY \(table.name) (\(fields.map(\.name).joined(separator: ", "))) FROM STDIN (FORMAT binary)"
    }

    /// The header of the binary format.
    static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    /// The trailer of the binary format.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Appends a row in the binary format of `COPY`: the number of values, and each with its length.
    ///
    /// - Throws: ``CopyError/unstorable(_:column:)``.
    func append(_ row: [ColumnValue], to bytes: inout [UInt8]) throws(CopyError) {
        Self.appendCount(Int16(fields.count), to: &bytes)
        for field in fields {
            switch (field.type, row[field.index]) {
            case (_, .null):
                Self.appendCount(Int32(-1), to: &bytes)
            case ("bigint", .integer(let number)):
                Self.append(field.derive?(number) ?? number, to: &bytes)
            case ("boolean", .integer(let number)) where number == 0 || number == 1:
                Self.append(number == 1, to: &bytes)
            case ("text", .text(let text)) where !text.utf8.contains(0):
                Self.append(text, to: &bytes)
            case ("bytea", .bytes(let data)):
                Self.append(data, to: &bytes)
            default:
                throw .unstorable(table, column: field.name)
            }
        }
    }

    private static func append(_ value: some Storable, to bytes: inout [UInt8]) {
        let start = bytes.count
        appendCount(Int32(0), to: &bytes)
        value.append(to: &bytes)
        let length = UInt32(bytes.count - start - 4)
        for place in 0..<4 { bytes[start + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place)) }
    }

    private static func appendCount(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
