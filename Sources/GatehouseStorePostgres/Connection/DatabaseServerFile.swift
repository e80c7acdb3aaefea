package import Foundation
import GatehouseStore

/// The file in which a node remembers the database server that it has served from, so that it recognizes an old one
/// after a restart.
package struct DatabaseServerFile: Sendable {
    /// The use of the content.
    package enum Use: Sendable {
        /// Rejects another or an older server.
        case compare
        /// Like ``compare``, and records the server in use.
        case record
        /// Records the server in use, whichever it is.
        case replace
        /// Accepts any server, and records none.
        case ignore
    }

    private let file: URL
    private let use: Use
    /// Receives the problem once the file cannot be written, and `nil` once it can be again.
    let report: @Sendable (_ problem: String?) -> Void

    /// - Parameters:
    ///   - file: The file, which may be missing.
    ///   - use: The use of its content.
    ///   - report: Receives the problem once the file cannot be written, and `nil` once it can be again.
    package init(
        _ file: URL,
        for use: Use,
        reportingTo report: @escaping @Sendable (_ problem: String?) -> Void = { _ in }
    ) {
        self.file = file
        self.use = use
        self.report = report
    }

    /// The report that the file cannot be written.
    var problem: String {
        "The file '\(file.path)' can't be written, so that this node may use an outdated database server after a restart. Check the free disk space and the permissions of the folder."
    }

    /// Reads the server; `nil` if none was recorded, or any server is accepted.
    ///
    /// Blocks.
    func load() throws(StoreError) -> KnownServer? {
        switch use {
        case .replace, .ignore: return nil
        case .compare, .record: break
        }
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        guard let data = try? Data(contentsOf: file),
            let server = try? JSONDecoder().decode(KnownServer.self, from: data)
        else {
            throw .unavailable(
                "The file '\(file.path)', which names the database server in use, can't be read. Check its permissions; or start once with --accept-database-server."
            )
        }
        return server
    }

    /// Replaces the content durably.
    ///
    /// Blocks.
    ///
    /// - Returns: Whether it was written.
    func save(_ server: KnownServer) -> Bool {
        switch use {
        case .compare, .ignore: return true
        case .record, .replace: break
        }
        let draft = URL(filePath: "\(file.path).\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: draft) }
        guard let data = try? JSONEncoder().encode(server),
            FileManager.default.createFile(
                atPath: draft.path,
                contents: data,
                attributes: [.posixPermissions: 0o600]
            ),
            Self.synchronize(draft), unsafe rename(draft.path, file.path) == 0
        else { return false }
        return Self.synchronize(file.deletingLastPathComponent())
    }

    private static func synchronize(_ file: URL) -> Bool {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
        defer { try? handle.close() }
        return (try? handle.synchronize()) != nil
    }
}

/// The newest database server that a node has served from, and the state that it had reached.
struct KnownServer: Codable, Sendable, Equatable {
    /// As in ``Primary``.
    var system: String?
    /// As in ``Primary``.
    var timeline: String?
    /// The last position in the write-ahead log of this timeline, in bytes.
    var position: Int?
    /// The count of health checks.
    var checks = 0
}
