import Foundation
import GatehouseStore

/// JSON text for what is a list or a tree and is never searched.
enum StoredJSON {
    static func text(_ value: some Encodable) throws(StoreError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .unavailable("A value has no JSON text.")
        }
    }

    static func optionalText(_ value: (some Encodable)?) throws(StoreError) -> String? {
        guard let value else { return nil }
        return try text(value)
    }
}
