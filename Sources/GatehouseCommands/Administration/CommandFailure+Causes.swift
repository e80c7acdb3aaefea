import GatehouseServer
package import GatehouseStore
import GatehouseWire

extension CommandFailure {
    /// A store's failure in words.
    package init(_ error: StoreError) {
        switch error {
        case .conflict:
            self.init("Somebody else changed the record at the same time.", advice: "Try again.")
        case .unavailable(let reason):
            self.init(
                "The database cannot be used: \(reason)",
                advice: "Check --data and --database and their permissions."
            )
        case .exhausted(let reason):
            self.init("The database cannot be used: \(reason)")
        case .corrupt(let what):
            self.init(
                "The database holds something this version cannot read: \(what).",
                advice: "If a newer version wrote it, use that one. Otherwise it is damaged: restore a backup."
            )
        }
    }

    /// Creates the failure of a database that could not be closed properly.
    init(closing error: StoreError) {
        let reason =
            switch error {
            case .unavailable(let reason), .exhausted(let reason): reason
            case .corrupt(let what): "It is damaged: \(what)."
            case .conflict: "It was changed at the same time."
            }
        self.init("The database could not be closed properly. \(reason)")
    }

    /// Why a client was not registered; the server's own words say what to change.
    init(_ error: OAuthError) {
        self.init(error.description)
    }

    init(_ error: KeyringError) {
        switch error {
        case .unavailable:
            self.init(
                "The signing keys cannot be read or written.",
                advice: "Check --data and --database and their permissions."
            )
        case .unreadable(let key):
            self.init(
                "The signing key \(key) was stored under another key file.",
                advice: "Put back the key file it belongs to."
            )
        }
    }
}
