import CLibPQ
import GatehouseStore

/// The rows of an answer, which are there only until the closure that got them returns.
@safe struct Rows {
    /// The answer without rows.
    static var none: Rows { unsafe Rows(nil) }

    private let result: OpaquePointer?

    init(_ result: OpaquePointer?) {
        unsafe self.result = result
    }

    private var count: Int32 { unsafe PQntuples(result) }

    /// What the statement did, such as `COMMIT`.
    var tag: String {
        guard let tag = unsafe PQcmdStatus(result) else { return "" }
        return unsafe String(cString: tag)
    }

    /// How many rows the statement changed.
    var changedCount: Int { tag.split(separator: " ").last.flatMap { Int($0) } ?? 0 }

    /// The first row.
    func first<Record>(
        _ kind: String,
        _ decode: (RowReader) throws(StoreError) -> Record
    ) throws(StoreError) -> Record? {
        count == 0 ? nil : try decode(unsafe RowReader(result, 0, of: kind))
    }

    /// All rows.
    func all<Record>(
        _ kind: String,
        _ decode: (RowReader) throws(StoreError) -> Record
    ) throws(StoreError) -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(Int(count))
        for row in 0..<count { records.append(try decode(unsafe RowReader(result, row, of: kind))) }
        return records
    }
}
