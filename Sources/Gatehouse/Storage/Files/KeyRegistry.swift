import Foundation
import GatehouseConcurrency

/// The encryption keys of a store: where they are kept, and those already read by this process.
final class KeyRegistry: Sendable {
    private struct State {
        var keys: [String: EncryptionKey] = [:]
        /// The encryption chosen for new sign-ins, so that an unresponsive keyring is queried only once.
        var choices: [TokenStoreKey: FileEncryption] = [:]
    }

    private let protection: FileTokenStore.Protection
    private let secretService: SecretServiceKeyProvider
    private let keyFiles: KeyFileProvider
    private let state = Mutex(State())

    init(_ protection: FileTokenStore.Protection, environment: [String: String]) {
        self.protection = protection
        secretService = SecretServiceKeyProvider(environment: environment)
        let directory = UserDirectory.data(in: environment)
        keyFiles = KeyFileProvider(
            directory: protection.keyDirectory ?? directory,
            defaultDirectory: directory,
            randomBytes: secretService.randomBytes
        )
    }

    /// Returns the key of an existing file.
    func key(
        _ id: String,
        in location: FileEncryption.KeyLocation,
        of client: TokenStoreKey
    ) throws(TokenStoreError) -> EncryptionKey {
        if let key = state.withLock({ $0.keys[id] }) { return key }
        let key = try keys(in: location).key(id, of: client)
        state.withLock { $0.keys[id] = key }
        return key
    }

    /// Returns the encryption for the next save, from that of the existing file and whether sessions are stored before
    /// and after.
    ///
    /// While sessions are stored, the encryption changes only to a protection that the app named, and only if that is
    /// available. A damaged file has no encryption to keep: it may have been encrypted.
    func seal(
        for client: TokenStoreKey,
        replacing current: SessionFiles.StoredFile?,
        isSignedIn: Bool
    ) throws(TokenStoreError) -> FileEncryption {
        guard let current, !current.isDamaged else { return try cachedChoice(for: client) }
        if protection.kind == .automatic {
            return current.isSignedIn || !isSignedIn ? current.seal : try cachedChoice(for: client)
        }
        if current.seal.matches(protection), current.isSignedIn || !isSignedIn { return current.seal }
        do throws(TokenStoreError) {
            return try cachedChoice(for: client)
        } catch {
            // Keeps the existing protection while an account is signed in.
            guard current.isSignedIn else { throw error }
            return current.seal
        }
    }

    /// Forgets the choice for the next sign-in: its key may have been removed since.
    func forgetChoice(for client: TokenStoreKey) {
        state.withLock { $0.choices[client] = nil }
    }

    private func cachedChoice(for client: TokenStoreKey) throws(TokenStoreError) -> FileEncryption {
        if let choice = state.withLock({ $0.choices[client] }) { return choice }
        let choice = try choose(for: client)
        state.withLock {
            $0.choices[client] = choice
            if case .key(let key, _) = choice { $0.keys[key.id] = key }
        }
        return choice
    }

    private func choose(for client: TokenStoreKey) throws(TokenStoreError) -> FileEncryption {
        switch protection.kind {
        case .plaintext: .none
        case .secretService: .key(try secretService.usableKey(of: client), in: .secretService)
        case .keyFile: .key(try keyFiles.usableKey(of: client), in: .keyFile)
        case .automatic:
            if let key = try? secretService.usableKey(of: client) {
                .key(key, in: .secretService)
            } else {
                .key(try keyFiles.usableKey(of: client), in: .keyFile)
            }
        }
    }

    private func keys(in location: FileEncryption.KeyLocation) -> any KeyProvider {
        switch location {
        case .secretService: secretService
        case .keyFile: keyFiles
        }
    }
}

/// A place that keeps the keys of encrypted files.
protocol KeyProvider: Sendable {
    /// Returns a key.
    ///
    /// - Throws: ``TokenStoreError`` with the code `corrupt` only if the key is certainly missing; `locked` if the user
    ///   can make it readable.
    func key(_ id: String, of client: TokenStoreKey) throws(TokenStoreError) -> EncryptionKey

    /// Returns a key for encryption: an existing one of the client, or a new one that has been stored and read back.
    func usableKey(of client: TokenStoreKey) throws(TokenStoreError) -> EncryptionKey
}
