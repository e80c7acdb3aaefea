import GatehouseStore

/// The pages of all records of a kind, in order of creation.
struct RecordPages<Record: Sendable> {
    typealias ID = TypedID<Record>

    /// The number of records in a page.
    static var size: Int { 200 }

    private let id: @Sendable (Record) -> ID
    private let read: (_ id: ID?, _ limit: Int) async throws(CommandError) -> [Record]
    /// The IDs in the last page; `nil` before the first one.
    private var last: [ID]?
    private var isComplete = false

    /// - Parameters:
    ///   - id: Returns the ID of a record.
    ///   - read: Reads the records after the given one, up to a limit; none if that one does not exist.
    init(
        by id: @escaping @Sendable (Record) -> ID,
        read: @escaping (_ id: ID?, _ limit: Int) async throws(CommandError) -> [Record]
    ) {
        self.id = id
        self.read = read
    }

    /// Returns the next page; empty after the last one.
    mutating func next() async throws(CommandError) -> [Record] {
        guard !isComplete else { return [] }
        var page = try await read(last?.last, Self.size)
        var isFull = page.count == Self.size
        if page.isEmpty, let last { (page, isFull) = try await pageAfterDeletion(of: last) }
        isComplete = !isFull
        last = page.map(id)
        return page
    }

    /// Returns the next page if the last record of the page before was deleted meanwhile, which looks like the end.
    private func pageAfterDeletion(of last: [ID]) async throws(CommandError) -> (page: [Record], isFull: Bool) {
        for earlier in last.dropLast().reversed() {
            let page = try await read(earlier, Self.size)
            guard !page.isEmpty else { continue }
            return (page.filter { !last.contains(id($0)) }, page.count == Self.size)
        }
        throw CommandError("Many records were deleted while they were read.", advice: "Try again.")
    }
}
