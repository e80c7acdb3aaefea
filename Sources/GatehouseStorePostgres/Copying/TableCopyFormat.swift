import GatehouseStore
import GatehouseStoreSQL

/// The conversion of rows of another backend to rows of a PostgreSQL table.
struct TableCopyFormat {
    private struct Field {
        let name: String
        /// The type name in the catalog.
        let type: String
        /// The index of the value in the source's rows.
        let index: Int
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
        columns: [PostgresColumn],
        source: [String]
    ) throws(CopyError) {
        self.table = table
        var fields: [Field] = []
        for column in columns {
            guard let index = source.firstIndex(of: column.name) else { throw .unknownColumn(table, column.name) }
            fields.append(Field(name: column.name, type: column.type, index: index))
        }
        for name in source where !columns.contains(where: { $0.name == name }) { throw .unknownColumn(table, name) }
        self.fields = fields
    }

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
                SQLValue.int64(number).appendWithLength(to: &bytes)
            case ("boolean", .integer(let number)) where number == 0 || number == 1:
                SQLValue.bool(number == 1).appendWithLength(to: &bytes)
            case ("text", .text(let text)) where !text.utf8.contains(0):
                SQLValue.text(text).appendWithLength(to: &bytes)
            case ("bytea", .bytes(let data)):
                SQLValue.data(data).appendWithLength(to: &bytes)
            default:
                throw .unstorable(table, column: field.name)
            }
        }
    }

    private static func appendCount(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
