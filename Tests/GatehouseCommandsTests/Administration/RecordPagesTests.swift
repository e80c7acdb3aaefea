import Foundation
import GatehouseStore
import Testing

@testable import GatehouseCommands

/// `gatehouse user list` while accounts are created and deleted.
@Suite struct RecordPagesTests {
    private let store = MemoryStore()

    private func pages() -> RecordPages<Account> {
        RecordPages(by: \.id) { [store] id, limit throws(CommandError) in
            do throws(StoreError) { return try await store.accounts(after: id, limit: limit) } catch {
                throw CommandError(error)
            }
        }
    }

    private func create(_ numbers: ClosedRange<Int>) async throws {
        let now = Terminal.now
        try await store.commit(
            numbers.map { number in
                let id = Account.ID("\(number)")
                return .account(
                    .insert(
                        Account(
                            id: id,
                            identifiers: [],
                            passwordHash: nil,
                            attributes: [:],
                            createdAt: now,
                            updatedAt: now
                        )
                    )
                )
            }
        )
    }

    private func delete(_ numbers: ClosedRange<Int>) async throws {
        try await store.commit(numbers.map { .account(.delete(Account.ID("\($0)"))) })
    }

    @Test func endsAfterLastRecord() async throws {
        for count in [1, 200, 201, 400] {
            let tests = RecordPagesTests()
            try await tests.create(1...count)
            var pages = tests.pages()
            var found: [Account.ID] = []
            while case let page = try await pages.next(), !page.isEmpty { found += page.map(\.id) }
            #expect(found == (1...count).map { Account.ID("\($0)") })
        }
    }

    @Test func continuesAfterDeletedRecords() async throws {
        try await create(1...450)
        var pages = pages()
        #expect(try await pages.next().count == 200)
        try await delete(198...200)
        #expect(try await pages.next().map(\.id) == (201...400).map { Account.ID("\($0)") })
        #expect(try await pages.next().map(\.id) == (401...450).map { Account.ID("\($0)") })
        #expect(try await pages.next().isEmpty)
    }

    @Test func endsIfLastRecordsWereDeleted() async throws {
        try await create(1...200)
        var pages = pages()
        #expect(try await pages.next().count == 200)
        try await delete(199...200)
        #expect(try await pages.next().isEmpty)
        #expect(try await pages.next().isEmpty)
    }

    @Test func failsIfWholePageWasDeleted() async throws {
        try await create(1...201)
        var pages = pages()
        #expect(try await pages.next().count == 200)
        try await delete(1...200)
        await #expect(throws: CommandError.self) { try await pages.next() }
    }
}
