import Gatehouse
import GatehouseWire

/// What an app says about a person, read.
enum AttributeValues {
    /// Reads values before anything is sent.
    ///
    /// - Returns: The values; an error for what JSON does not have.
    static func reading(_ attributes: [String: Any]?) -> Result<[String: JSONValue], AuthError> {
        Result { () throws(AuthError) in
            var values: [String: JSONValue] = [:]
            for (name, value) in attributes ?? [:] {
                do throws(WireError) {
                    values[name] = try JSONValue(untyped: value)
                } catch {
                    throw AuthError(.refused, "The attribute \(name) cannot be sent. \(error.message)")
                }
            }
            return values
        }
    }
}
