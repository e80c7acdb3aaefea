import CLibPQ
import GatehouseStore
import GatehouseWire

extension Link {
    /// Why no connection can be made, in words that an operator can use; never libpq's own, which can repeat parts of the URL.
    ///
    /// Asks the server. Blocks.
    static func complaint(about url: Secret) -> StoreError {
        guard let parts = unsafe PQconninfoParse(url.reveal(), nil) else {
            return .unavailable("The URL of the database cannot be read.")
        }
        unsafe PQconninfoFree(parts)
        return switch unsafe PQping(url.reveal()) {
        case PQPING_OK where LinkSettings(url).refusal() == .tooManyConnections: .tooManyConnections
        case PQPING_OK:
            .unavailable(
                "The database server refused the connection: check user, password, database name and TLS."
            )
        case PQPING_REJECT: .unavailable("The database server takes no connections now.")
        case PQPING_NO_RESPONSE:
            .unavailable("The database server cannot be reached: check host, port and TLS.")
        default: .unavailable("The URL of the database is not one that can be connected to.")
        }
    }
}
