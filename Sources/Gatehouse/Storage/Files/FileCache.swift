import Foundation
import GatehouseConcurrency

/// A cache of the files that this process last read or wrote, compared by their bytes.
///
/// A refresh reads its file several times, and decrypting takes longer than reading.
final class FileCache: Sendable {
    private let files = Mutex<[TokenStoreKey: SessionFiles.StoredFile]>([:])

    /// Returns the decoded file if it has these bytes, else `nil`.
    func file(of client: TokenStoreKey, as data: Data) -> SessionFiles.StoredFile? {
        files.withLock { files in files[client].flatMap { $0.data == data ? $0 : nil } }
    }

    func remove(_ client: TokenStoreKey) {
        files.withLock { $0[client] = nil }
    }

    func insert(_ file: SessionFiles.StoredFile, of client: TokenStoreKey) {
        files.withLock { $0[client] = file }
    }
}
