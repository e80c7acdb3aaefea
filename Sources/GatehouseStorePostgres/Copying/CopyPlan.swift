import Foundation
import GatehouseStore

/// How the rows of another backend become rows of a table here; what differs between the two is said in this file.
struct CopyPlan {
    private struct Field {
        let name: String
        /// As the catalogue calls it.
        let type: String
        /// Where the value stands in the source's rows.
        let index: Int
        let derive: (@Sendable (Int64) -> Int64)?
    }

    private let table: CopiedTable
    private let fields: [Field]

    /// Finds the source's column for each column of the table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - columns: Its columns, each with its type.
    ///   - source: The names of the source's columns.
    /// - Throws: ``CopyError/unknownColumn(_:_:)`` when either side has one that the other has not.
    init(
        _ table: CopiedTable,
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

    /// What makes the rest of this schema of the rows, once they are in.
    static let completion =
        [
            // Of several that had the same code one after the other, the last has it.
            """
            INSERT INTO device_user_codes (user_code, device_id, expires_at)
            SELECT DISTINCT ON (user_code) user_code, id, expires_at FROM devices
            ORDER BY user_code, expires_at DESC, sequence DESC
            """
        ]

    /// What has the next row written come after all that are there.
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

    /// What comes before the rows.
    static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]
    /// What comes after them.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Adds a row in the format that `COPY` reads: the number of values, and each with its length before it.
    ///
    /// - Throws: ``CopyError/unstorable(_:column:)``.
    func append(_ row: [CopiedValue], to bytes: inout [UInt8]) throws(CopyError) {
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
