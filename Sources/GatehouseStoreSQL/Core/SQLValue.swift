package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The value of a column or parameter.
package enum SQLValue: Sendable, Equatable {
    case text(String?)
    case int64(Int64?)
    case bool(Bool)
    case data(Data)
}

/// Values by the type of a record's property, as ``SQLRow`` reads them.
extension SQLValue {
    package static func integer(_ number: Int) -> SQLValue { .int64(Int64(number)) }

    package static func date(_ date: Date) -> SQLValue { .int64(date.milliseconds) }

    package static func optionalInteger(_ number: Int?) -> SQLValue { .int64(number.map(Int64.init)) }

    package static func optionalDate(_ date: Date?) -> SQLValue { .int64(date?.milliseconds) }

    /// Returns an identifier or a value of an enumeration.
    package static func value(_ value: some RawRepresentable<String>) -> SQLValue { .text(value.rawValue) }

    package static func optionalValue(_ value: (some RawRepresentable<String>)?) -> SQLValue { .text(value?.rawValue) }

    /// Returns identifiers without spaces as a space-separated text, or NULL for none.
    package static func identifiers(_ values: [some RawRepresentable<String>]) -> SQLValue {
        .text(values.isEmpty ? nil : values.map(\.rawValue).joined(separator: " "))
    }

    package static func scopes(_ scopes: ScopeSet) -> SQLValue { .text(scopes.description) }

    /// Returns a list or an object as JSON text, for columns that are never searched.
    package static func json(_ value: some Encodable) throws(StoreError) -> SQLValue {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
        } catch {
            throw .unavailable("A value cannot be encoded as JSON.")
        }
    }

    package static func optionalJSON(_ value: (some Encodable)?) throws(StoreError) -> SQLValue {
        guard let value else { return .text(nil) }
        return try json(value)
    }
}
