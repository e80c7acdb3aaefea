import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore: RefreshLocking {
    /// The turn is a lock on a file beside the client's own, in which stands what it is for.
    ///
    /// The system ends it with the process. What stands in the file is not forced to the disk: after a loss of power nobody answers any more to whom it
    /// would matter, while a process that is killed leaves it for the next one.
    package func takeTurn(_ key: TokenKey, for intent: RefreshIntent) async throws(TokenStoreError) -> RefreshTurn? {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDWR | O_CREAT), try file.tryLock() else { return nil }
            let journal = RefreshJournal(file)
            let before = try journal.intents()
            let others = before.filter { $0.grant != intent.grant }
            try journal.write(others + [intent])
            return RefreshTurn(interrupted: before.first { $0.grant == intent.grant }) { try? journal.write(others) }
        }
    }

    package func isTurnTaken(_ key: TokenKey) async throws(TokenStoreError) -> Bool {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDONLY) else { return false }
            return try !file.tryLock()
        }
    }

    package func openIntents(_ key: TokenKey) async throws(TokenStoreError) -> [RefreshIntent] {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDONLY), try file.tryLock() else { return [] }
            return try RefreshJournal(file).intents()
        }
    }
}
