import Foundation
import Synchronization

/// The files that this process has read or written last: the same bytes need not be opened again.
///
/// A refresh looks at its file several times, and opening takes longer than reading.
final class LastRead: Sendable {
    private let files = Mutex<[TokenKey: FileTokenStore.Present]>([:])

    /// What these bytes were the last time; `nil` when they are others.
    func file(of client: TokenKey, as data: Data) -> FileTokenStore.Present? {
        files.withLock { files in files[client].flatMap { $0.data == data ? $0 : nil } }
    }

    func forget(_ client: TokenKey) {
        files.withLock { $0[client] = nil }
    }

    func note(_ file: FileTokenStore.Present, of client: TokenKey) {
        files.withLock { $0[client] = file }
    }
}
