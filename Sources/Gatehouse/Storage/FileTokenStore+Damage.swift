import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore: DamageDiscarding {
    func removeDamaged(_ key: TokenKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            let path = path(of: key)
            // One that is too long to be read is damaged, too.
            let found = try? Self.contents(of: path)
            do throws(TokenStoreError) {
                _ = try present(key)
                return
            } catch {
                guard error.kind == .corrupt else { throw error }
            }
            lastRead.forget(key)
            try Self.exclusively(in: directory) { () throws(TokenStoreError) in
                // Another process may have found the same, and somebody may have signed in there since.
                guard (try? Self.contents(of: path)) == found else { return }
                guard unsafe unlink(path) == 0 || errno == ENOENT else {
                    throw TokenStoreError(errno: errno, "delete", path)
                }
            }
        }
    }
}
