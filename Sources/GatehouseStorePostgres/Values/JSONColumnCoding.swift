import Foundation
import GatehouseStore

/// Encodes lists and objects as JSON text for columns that are never searched.
enum JSONColumnCoding {
    static func text(_ value: some Encodable) throws(StoreError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .unavailable("A value cannot be encoded as JSON.")
        }
    }

    static func optionalText(_ value: (some Encodable)?) throws(StoreError) -> String? {
        guard let value else { return nil }
        return try text(value)
    }
}
