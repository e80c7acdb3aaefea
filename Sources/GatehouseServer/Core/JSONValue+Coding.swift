import Foundation
import GatehouseWire

extension JSONValue {
    /// Creates the JSON of a value.
    init(encoding value: some Encodable) throws(ServiceFailure) {
        do { self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) } catch {
            throw .internalError
        }
    }

    /// Returns the value that the JSON represents.
    func decoded<Value: Decodable>(as type: Value.Type) throws(ServiceFailure) -> Value {
        do { return try JSONDecoder().decode(type, from: JSONEncoder().encode(self)) } catch { throw .internalError }
    }
}
