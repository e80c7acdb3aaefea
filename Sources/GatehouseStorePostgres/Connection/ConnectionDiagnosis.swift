import CLibPQ
import GatehouseStore
import GatehouseWire

/// The reason that no connection to a database can be established.
enum ConnectionDiagnosis {
    /// Returns the reason, for operators.
    ///
    /// Blocks. Connects again, and never uses libpq's own messages, which can contain parts of the URL.
    static func reason(for url: Secret) -> StoreError {
        guard let parts = unsafe PQconninfoParse(url.reveal(), nil) else {
            return .unavailable("The database URL is invalid.")
        }
        unsafe PQconninfoFree(parts)
        let settings = ConnectionSettings(url)
        return switch settings.ping() {
        case PQPING_OK: rejection(settings)
        case PQPING_REJECT: .unavailable("The database server does not accept connections now.")
        case PQPING_NO_RESPONSE:
            .unavailable("The database server cannot be reached. Check host, port and TLS.")
        default: .unavailable("The database URL is not supported.")
        }
    }

    /// Returns the reason that a server that responds rejects the connection.
    private static func rejection(_ settings: ConnectionSettings) -> StoreError {
        if let code = settings.rejectionCode(), code == .tooManyConnections || code.advice != nil {
            return StoreError(code)
        }
        if settings.reachesReadOnlyServer() { return StoreError(.readOnlyTransaction) }
        return .unavailable("The database server rejected the connection. Check user, password, database name and TLS.")
    }
}
