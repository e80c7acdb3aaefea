import Foundation
import GatehouseStore
import GatehouseWire

extension Authentication {
    /// Reads the authentication from the columns `authenticated_at`, `factors` and `acr`.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - prefix: The prefix of the column names.
    /// - Throws: ``GatehouseStore/StoreError/corrupt(_:)``.
    init(row: SQLRow, prefix: String = "") throws(StoreError) {
        let date = try row.date(prefix + "authenticated_at")
        let stored: [StoredFactor] = try row.json(prefix + "factors") { text in
            // The text of several factors contains their ages, which differ between sessions.
            let brace = UInt8(ascii: "{")
            return text.utf8.firstIndex(of: brace) == text.utf8.lastIndex(of: brace)
        }
        self.init(
            stored.map { $0.factor(in: date) },
            at: date,
            requestedClass: try row.optionalValue(prefix + "acr")
        )
    }

    /// Returns the value of the column `factors`.
    func factorsValue() throws(StoreError) -> SQLValue {
        try .json(factors.map { StoredFactor($0, in: authenticatedAt) })
    }
}

/// The stored form of a proven factor.
///
/// Times are relative to `authenticated_at`: the value is then the same for all users with one factor, and is decoded
/// once.
private struct StoredFactor: Codable {
    private let factor: FactorName
    private let kind: FactorKind
    private let method: AMR
    /// The number of milliseconds from this proof to the last one.
    private let age: Int64

    init(_ proven: ProvenFactor, in date: Date) {
        factor = proven.factor
        kind = proven.kind
        method = proven.method
        age = date.milliseconds - proven.provenAt.milliseconds
    }

    func factor(in date: Date) -> ProvenFactor {
        let provenAt = Date(milliseconds: date.milliseconds - age)
        return ProvenFactor(factor, kind: kind, method: method, provenAt: provenAt)
    }
}
