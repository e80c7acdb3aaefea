import Dispatch
import Foundation
import Synchronization

/// Keys in the keyring of the person's desktop: gnome-keyring, KWallet or KeePassXC, whichever answers as the Secret Service.
///
/// A key is an item of the default keyring, which is encrypted with the person's password.
struct SecretService: KeyPlace {
    /// What was asked is answered by then, or counts as not answered.
    private static let timeLimit = DispatchTimeInterval.seconds(3)
    /// A person who was asked for a password has answered by then.
    private static let patience = DispatchTimeInterval.seconds(120)
    /// How long a call may take to notice that it is over.
    private static let grace = DispatchTimeInterval.milliseconds(500)
    /// Calls wait here, one after the other, and not on threads that others need.
    private static let queue = DispatchQueue(label: "gatehouse.keyring", qos: .userInitiated)
    /// Nobody else waits for a person.
    private static let patientQueue = DispatchQueue(label: "gatehouse.keyring.unlock", qos: .userInitiated)

    let environment: [String: String]
    /// So many bytes that nobody can guess.
    var randomBytes: @Sendable (Int) -> [UInt8] = { GatehouseClient.Environment.systemRandomBytes($0) }

    /// Whether a key can be kept now.
    func state() -> KeyringState {
        do throws(KeyringFailure) {
            return try call { session throws(KeyringFailure) in try session.isLocked() ? .locked : .ready }
        } catch {
            return KeyringState(error)
        }
    }

    /// Has the person asked for the password, where that is needed.
    func unlock() -> KeyringState {
        let state = state()
        guard state == .locked else { return state }
        do throws(KeyringFailure) {
            return try call(on: Self.patientQueue, within: Self.patience) { session throws(KeyringFailure) in
                try session.unlock()
                return try session.isLocked() ? .locked : .ready
            }
        } catch {
            return KeyringState(error)
        }
    }

    func key(_ id: String, of client: TokenKey) throws(TokenStoreError) -> StoreKey {
        let attributes = Self.attributes(client, id)
        let found: (secrets: [String], isComplete: Bool)
        do throws(KeyringFailure) {
            found = try call { session throws(KeyringFailure) in
                let found = try session.search(attributes)
                // Some keyrings do not tell what they have while they are locked.
                let isLocked = try session.isLocked()
                return (found.secrets, isComplete: !found.hasLocked && !isLocked)
            }
        } catch {
            throw TokenStoreError(reading: error)
        }
        if let key = found.secrets.lazy.compactMap(StoreKey.init(text:)).first(where: { $0.id == id }) { return key }
        guard found.isComplete else { throw TokenStoreError(reading: .locked("The keyring is locked.")) }
        throw TokenStoreError(
            .corrupt,
            "The keyring does not have the key \(id), and nothing that was stored can be read without it. Sign out to begin anew."
        )
    }

    func usableKey(of client: TokenKey) throws(TokenStoreError) -> StoreKey {
        guard let new = StoreKey(Data(randomBytes(StoreKey.size))) else {
            throw TokenStoreError(.unavailable, "There are no random numbers to make a key of.")
        }
        let attributes = Self.attributes(client)
        let newAttributes = Self.attributes(client, new.id)
        let label = Self.label(client)
        do throws(KeyringFailure) {
            return try call { session throws(KeyringFailure) in
                guard try !session.isLocked() else { throw .locked("The keyring is locked.") }
                let present = try session.search(attributes).secrets.compactMap(StoreKey.init(text:))
                // Of several, every process takes the same one.
                if let key = present.min(by: { $0.id < $1.id }) { return key }
                try session.add(new.text, newAttributes, label: label)
                guard try session.search(newAttributes).secrets.contains(new.text) else {
                    throw .failed("The keyring has taken a key and does not give it back.")
                }
                return new
            }
        } catch {
            let kind: TokenStoreError.Kind = if case .locked = error { .locked } else { .unavailable }
            throw TokenStoreError(kind, "The keyring cannot keep a key. \(error.reason)")
        }
    }
}

extension SecretService {
    private static func attributes(_ client: TokenKey, _ id: String? = nil) -> [String: String] {
        var attributes = ["xdg:schema": "gatehouse.store-key", "issuer": client.issuer, "client": client.clientID]
        attributes["key"] = id
        return attributes
    }

    private static func label(_ client: TokenKey) -> String {
        "Gatehouse sign-ins of \(client.clientID) at \(URL(string: client.issuer)?.host ?? client.issuer)"
    }

    /// Why there is no session bus that is worth asking; `nil` when there may be one.
    ///
    /// Without this look GLib would start a bus of its own, which outlives the process.
    private var missingBus: String? {
        let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        if !address.isEmpty {
            return address.hasPrefix("autolaunch:") || address.hasPrefix("disabled:")
                ? "DBUS_SESSION_BUS_ADDRESS names no D-Bus session." : nil
        }
        let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
        if runtime.hasPrefix("/"), FileManager.default.fileExists(atPath: runtime + "/bus") { return nil }
        return
            "There is no D-Bus session here: run this in the desktop's, or set DBUS_SESSION_BUS_ADDRESS as it is there."
    }

    /// Speaks with the service on a thread of its own, and comes back after the time limit whatever that does.
    private func call<Value: Sendable>(
        on queue: DispatchQueue = Self.queue,
        within limit: DispatchTimeInterval = Self.timeLimit,
        _ body: @escaping @Sendable (borrowing KeyringSession) throws(KeyringFailure) -> Value
    ) throws(KeyringFailure) -> Value {
        if let missingBus { throw .absent(missingBus) }
        let library: SecretLibrary
        do {
            library = try SecretLibrary.shared.get()
        } catch {
            throw .absent(error.reason)
        }
        let cancellation = KeyringCancellation(library)
        let call = KeyringCall<Value>()
        queue.async {
            call.run { () throws(KeyringFailure) in try body(KeyringSession(library, cancellation)) }
        }
        if let result = call.wait(limit) { return try result.get() }
        cancellation.cancel()
        call.abandon()
        _ = call.wait(Self.grace)
        throw .failed("The keyring did not answer in time.")
    }
}

extension KeyringState {
    fileprivate init(_ failure: KeyringFailure) {
        if case .locked = failure { self = .locked } else { self = .absent(failure.reason) }
    }
}

extension TokenStoreError {
    /// A key that is in the keyring could not be read.
    fileprivate init(reading failure: KeyringFailure) {
        let key = "What is stored can be read with a key that is in the keyring."
        switch failure {
        case .locked:
            self.init(.locked, "\(key) It is locked: unlock it, as by logging in to the desktop with the password.")
        case .absent(let reason):
            self.init(.locked, "\(key) \(reason)")
        case .failed(let reason):
            self.init(.unavailable, "\(key) \(reason)")
        }
    }
}
