import Foundation
import GatehouseStore
import GatehouseWire

/// Sample records for tests of this backend.
enum Records {
    static let now = Date(milliseconds: 1_790_000_000_123)

    static func account(_ id: String, email: String? = nil) -> Account {
        Account(
            id: Account.ID(id),
            identifiers: email.map { [AccountIdentifier(kind: .email, value: $0, verifiedAt: now)] } ?? [],
            passwordHash: nil,
            attributes: ["given_name": "Example"],
            createdAt: now,
            updatedAt: now
        )
    }

    static func counter(_ key: String, limit: Int = 1_000_000) -> Change {
        .counter(.increment(key: key, limit: limit, at: now, expiresAt: now + 600))
    }
}
