import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore: CorruptDataRemoving {
    func removeCorrupt(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            let path = path(of: key)
            // A file that is too large to read is corrupt, too.
            let found = try? Self.contents(of: path)
            do throws(TokenStoreError) {
                _ = try readFile(key)
                return
            } catch {
                guard error.code == .corrupt else { throw error }
            }
            fileCache.remove(key)
            try PrivateFile.exclusively(in: directory) { () throws(TokenStoreError) in
                // Another process may have replaced the file since.
                guard (try? Self.contents(of: path)) == found else { return }
                guard unsafe unlink(path) == 0 || errno == ENOENT else {
                    throw TokenStoreError(errno: errno, "delete", path)
                }
            }
        }
    }
}
