import Foundation
import Synchronization

/// The keys of one store: where they are kept, and those that this process has read already.
final class StoreKeys: Sendable {
    private struct Known {
        var keys: [String: StoreKey] = [:]
        /// What was chosen for new sign-ins, so that a keyring which does not answer is waited for once.
        var choices: [TokenKey: Seal] = [:]
    }

    private let protection: FileTokenStore.Protection
    private let secretService: SecretService
    private let keyFiles: KeyFiles
    private let known = Mutex(Known())

    init(_ protection: FileTokenStore.Protection, environment: [String: String]) {
        self.protection = protection
        secretService = SecretService(environment: environment)
        let directory = FileTokenStore.directory("XDG_DATA_HOME", else: ".local/share", in: environment)
        keyFiles = KeyFiles(
            directory: protection.keyDirectory ?? directory,
            usualDirectory: directory,
            randomBytes: secretService.randomBytes
        )
    }

    /// The key of a file that is there.
    func key(_ id: String, in place: Seal.Place, of client: TokenKey) throws(TokenStoreError) -> StoreKey {
        if let key = known.withLock({ $0.keys[id] }) { return key }
        let key = try keys(in: place).key(id, of: client)
        known.withLock { $0.keys[id] = key }
        return key
    }

    /// How to protect what is stored next, from how the file that is there is protected and who is signed in in either.
    ///
    /// A file in which somebody is signed in changes only for what was asked for by name, and only where that can be had.
    func seal(
        for client: TokenKey,
        replacing present: (seal: Seal, isSignedIn: Bool)?,
        isSignedIn: Bool
    ) throws(TokenStoreError) -> Seal {
        guard let present else { return try chosen(for: client) }
        if protection.place == .automatic {
            return present.isSignedIn || !isSignedIn ? present.seal : try chosen(for: client)
        }
        if present.seal.isWhat(protection), present.isSignedIn || !isSignedIn { return present.seal }
        do throws(TokenStoreError) {
            return try chosen(for: client)
        } catch {
            // Whoever is signed in stays so, protected as before.
            guard present.isSignedIn else { throw error }
            return present.seal
        }
    }

    /// Looks anew for what protects the next sign-in: its key may be gone since it was chosen.
    func forgetChoice(for client: TokenKey) {
        known.withLock { $0.choices[client] = nil }
    }

    private func chosen(for client: TokenKey) throws(TokenStoreError) -> Seal {
        if let choice = known.withLock({ $0.choices[client] }) { return choice }
        let choice = try choose(for: client)
        known.withLock {
            $0.choices[client] = choice
            if case .key(let key, _) = choice { $0.keys[key.id] = key }
        }
        return choice
    }

    private func choose(for client: TokenKey) throws(TokenStoreError) -> Seal {
        switch protection.place {
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

    private func keys(in place: Seal.Place) -> any KeyPlace {
        switch place {
        case .secretService: secretService
        case .keyFile: keyFiles
        }
    }
}
