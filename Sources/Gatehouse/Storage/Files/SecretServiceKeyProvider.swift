import Foundation

/// Keys in the keyring of the user's desktop (gnome-keyring, KWallet or KeePassXC), through the Secret Service.
///
/// A key is an item of the default keyring, which is encrypted with the user's password.
struct SecretServiceKeyProvider: KeyProvider {
    /// The timeout of a call.
    private static let timeLimit = Duration.seconds(3)
    /// The timeout of an unlock prompt.
    private static let unlockTimeLimit = Duration.seconds(120)
    /// The time that a cancelled call may take to return.
    private static let grace = Duration.milliseconds(500)
    /// The queue of calls, whose time limit ends the caller's wait even if the library does not return.
    private static let queue = BlockingQueue(label: "gatehouse.keyring")
    /// A separate queue for unlock prompts, so that they delay no other calls.
    private static let unlockQueue = BlockingQueue(label: "gatehouse.keyring.unlock")

    let environment: [String: String]
    /// A source of cryptographically secure random bytes.
    var randomBytes: @Sendable (Int) -> [UInt8] = { ClientEnvironment.systemRandomBytes($0) }

    /// Returns whether a key can be stored now.
    func status() -> KeyringStatus {
        do throws(KeyringFailure) {
            return try call { session throws(KeyringFailure) in try session.isLocked() ? .locked : .ready }
        } catch {
            return KeyringStatus(error)
        }
    }

    /// Shows the unlock prompt if the keyring is locked.
    func unlock() -> KeyringStatus {
        let status = status()
        guard status == .locked else { return status }
        do throws(KeyringFailure) {
            return try call(on: Self.unlockQueue, within: Self.unlockTimeLimit) { session throws(KeyringFailure) in
                try session.unlock()
                return try session.isLocked() ? .locked : .ready
            }
        } catch {
            return KeyringStatus(error)
        }
    }

    func key(_ id: String, of client: TokenStoreKey) throws(TokenStoreError) -> EncryptionKey {
        let attributes = Self.attributes(client, id)
        let found: (secrets: [String], isComplete: Bool)
        do throws(KeyringFailure) {
            found = try call { session throws(KeyringFailure) in
                let found = try session.search(attributes)
                // Some keyrings hide their items while they are locked.
                let isLocked = try session.isLocked()
                return (found.secrets, isComplete: !found.hasLocked && !isLocked)
            }
        } catch {
            throw TokenStoreError(reading: error)
        }
        if let key = found.secrets.lazy.compactMap(EncryptionKey.init(text:)).first(where: { $0.id == id }) {
            return key
        }
        guard found.isComplete else { throw TokenStoreError(reading: .locked("The keyring is locked.")) }
        throw TokenStoreError(
            .corrupt,
            "The key \(id) is not in the keyring; without it the stored sessions are unreadable. Sign out."
        )
    }

    func usableKey(of client: TokenStoreKey) throws(TokenStoreError) -> EncryptionKey {
        guard let new = EncryptionKey(Data(randomBytes(EncryptionKey.size))) else {
            throw TokenStoreError(.unavailable, "No random bytes are available to create a key.")
        }
        let attributes = Self.attributes(client)
        let newAttributes = Self.attributes(client, new.id)
        let label = Self.label(client)
        do throws(KeyringFailure) {
            return try call { session throws(KeyringFailure) in
                guard try !session.isLocked() else { throw .locked("The keyring is locked.") }
                let keys = try session.search(attributes).secrets.compactMap(EncryptionKey.init(text:))
                // Every process chooses the same one of several.
                if let key = keys.min(by: { $0.id < $1.id }) { return key }
                try session.add(new.text, newAttributes, label: label)
                guard try session.search(newAttributes).secrets.contains(new.text) else {
                    throw .failed("The keyring accepted a key but does not return it.")
                }
                return new
            }
        } catch {
            let code: TokenStoreError.Code = if case .locked = error { .locked } else { .unavailable }
            throw TokenStoreError(code, "The key could not be stored in the keyring. \(error.reason)")
        }
    }
}

extension SecretServiceKeyProvider {
    private static func attributes(_ client: TokenStoreKey, _ id: String? = nil) -> [String: String] {
        var attributes = ["xdg:schema": "gatehouse.store-key", "issuer": client.issuer, "client": client.clientID]
        attributes["key"] = id
        return attributes
    }

    private static func label(_ client: TokenStoreKey) -> String {
        "Gatehouse sign-ins of \(client.clientID) at \(URL(string: client.issuer)?.host ?? client.issuer)"
    }

    /// The reason that there is no session bus; `nil` if there may be one.
    ///
    /// Without this check GLib would start a bus, which outlives the process.
    private var missingBus: String? {
        let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        if !address.isEmpty {
            return address.hasPrefix("autolaunch:") || address.hasPrefix("disabled:")
                ? "DBUS_SESSION_BUS_ADDRESS does not name a D-Bus session." : nil
        }
        let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
        if runtime.hasPrefix("/"), FileManager.default.fileExists(atPath: runtime + "/bus") { return nil }
        return "There is no D-Bus session. Run this in a desktop session, or set DBUS_SESSION_BUS_ADDRESS."
    }

    /// Calls the service on the queue and returns after the time limit at the latest.
    private func call<Value: Sendable>(
        on queue: BlockingQueue = Self.queue,
        within limit: Duration = Self.timeLimit,
        _ body: @escaping @Sendable (borrowing SecretServiceConnection) throws(KeyringFailure) -> Value
    ) throws(KeyringFailure) -> Value {
        if let missingBus { throw .absent(missingBus) }
        let library: LibSecret
        do {
            library = try LibSecret.shared.get()
        } catch {
            throw .absent(error.reason)
        }
        let cancellation = KeyringCancellation(library)
        let tooLate = KeyringFailure.failed("The keyring did not answer in time.")
        let result = BlockingResult<Result<Value, KeyringFailure>>()
        queue.submit {
            result.fulfill(
                Result { () throws(KeyringFailure) in
                    // A call that waits for a slow one may be too late when it begins.
                    guard !cancellation.isCancelled else { throw tooLate }
                    return try body(SecretServiceConnection(library, cancellation))
                }
            )
        }
        if let result = result.wait(within: limit) { return try result.get() }
        cancellation.cancel()
        _ = result.wait(within: Self.grace)
        throw tooLate
    }
}

extension KeyringStatus {
    fileprivate init(_ failure: KeyringFailure) {
        if case .locked = failure { self = .locked } else { self = .absent(failure.reason) }
    }
}

extension TokenStoreError {
    /// Creates the error for a key that could not be read from the keyring.
    fileprivate init(reading failure: KeyringFailure) {
        let key = "The key of the stored sessions is in the keyring."
        switch failure {
        case .locked:
            self.init(.locked, "\(key) The keyring is locked: unlock it, or log in to the desktop with the password.")
        case .absent(let reason):
            self.init(.locked, "\(key) \(reason)")
        case .failed(let reason):
            self.init(.unavailable, "\(key) \(reason)")
        }
    }
}

/// An error of the keyring.
enum KeyringFailure: Error, Hashable {
    /// No keyring is available.
    case absent(String)
    /// The user must unlock the keyring first.
    case locked(String)
    /// The keyring did not respond in time, or responded with an error.
    case failed(String)

    var reason: String {
        switch self {
        case .absent(let reason), .locked(let reason), .failed(let reason): reason
        }
    }
}
