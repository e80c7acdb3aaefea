import GatehouseStore
import GatehouseWire

extension ClaimsRequest {
    /// The `claims` parameter as codes and sessions keep it: the text that the client sent.
    init?(stored: JSONValue?) {
        guard let text = stored?.string, let request = try? ClaimsRequest(parsing: text) else { return nil }
        self = request
    }
}
