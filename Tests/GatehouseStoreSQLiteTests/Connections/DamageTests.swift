import Foundation
import GatehouseStore
import GatehouseStoreConformance
import GatehouseStoreSQL
import GatehouseTestSupport
import Testing

@testable import GatehouseStoreSQLite

/// Damage to the file is found, and never forgotten.
@Suite struct DamageTests {
    private let directory = TemporaryDirectory()

    private func isDamaged(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return false
        } catch StoreError.damaged {
            return true
        } catch {
            return false
        }
    }

    @Test func remembersDamageThatReadMeets() async throws {
        try await directory.fill()
        try directory.damageAccounts()
        let store = try directory.store()
        try await store.checkHealth()
        #expect(await isDamaged { _ = try await store.accounts(after: nil, limit: .max) })
        // Other records are intact.
        #expect(try await store.clients(after: nil, limit: 9) == [])
        #expect(await isDamaged { try await store.checkHealth() })
        try await store.close()
    }

    @Test func findsDamageThatNoRequestMeets() async throws {
        try await directory.fill()
        let intact = try directory.store()
        try await intact.checkIntegrity(atStart: true)
        try await intact.checkHealth()
        try await intact.close()
        try directory.damageAccounts()
        let store = try directory.store()
        await #expect(throws: StoreError.damagedFile("found in table accounts")) {
            try await store.checkIntegrity(atStart: true)
        }
        #expect(await isDamaged { try await store.checkHealth() })
        try await store.close()
    }

    @Test(.enabled(if: geteuid() != 0, "The superuser may write to files without permission."))
    func rejectsFilesThatCannotBeWritten() async throws {
        try await directory.store().close()
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: directory.database)
        let failure = #expect(throws: StoreError.self) { try directory.store() }
        #expect(failure?.reason.hasPrefix("The database file can't be written: ") == true)
    }
}
