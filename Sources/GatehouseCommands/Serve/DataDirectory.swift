package import Foundation
package import GatehouseServer
import GatehouseStoreSQLite

/// The folder that holds all a server keeps: the database and the key file.
package struct DataDirectory: Sendable, Equatable {
    package let folder: URL

    package init(path: String) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
    }

    package var database: URL { folder.appending(path: "gatehouse.sqlite") }
    package var keyFile: URL { folder.appending(path: "key") }

    /// Makes the folder where it is missing, for its owner alone.
    package func create() throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure(
                "The data directory \(folder.path) cannot be made: \(error.localizedDescription)",
                advice: "Give --data a folder that this user may write to."
            )
        }
    }

    /// The key that is there; `nil` where there is none.
    package func presentKey() throws(CommandFailure) -> MasterKey? {
        if unsafe access(folder.path, R_OK | X_OK) != 0, errno == EACCES {
            throw CommandFailure(
                "This user may not look into the data directory \(folder.path).",
                advice: "Run as the user that the server runs as."
            )
        }
        try Self.check(folder)
        return try read()
    }

    /// Reads the key file, or makes it with mode 0600 at the first start.
    ///
    /// Two processes that start at once agree: the file appears under its name in one step, complete and on the disk, and the second
    /// one finds it.
    package func masterKey(random: RandomSource) throws(CommandFailure) -> MasterKey {
        if let key = try presentKey() { return key }
        try create()
        // It may have been made by somebody else in between.
        try Self.check(folder)
        let draft = folder.appending(path: "key.\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: draft) }
        do {
            _ = FileManager.default.createFile(
                atPath: draft.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
            let file = try FileHandle(forWritingTo: draft)
            defer { try? file.close() }
            try file.write(contentsOf: random.bytes(32))
            try file.synchronize()
        } catch {
            throw unwritable
        }
        // Fails when the other process was faster; its key is the key.
        try? FileManager.default.linkItem(at: draft, to: keyFile)
        // Without its name on the disk, the key would be gone after a power cut, and with it all that is stored under it.
        do {
            for folder in [folder, folder.deletingLastPathComponent()] {
                let names = try FileHandle(forReadingFrom: folder)
                defer { try? names.close() }
                try names.synchronize()
            }
        } catch {
            throw unwritable
        }
        guard let key = try read() else { throw unwritable }
        return key
    }

    /// Whether somebody else could have put something else in its place.
    static func check(_ file: URL) throws(CommandFailure) {
        guard let complaint = FileRights(path: file.path)?.complaint() else { return }
        throw CommandFailure(complaint.problem, advice: complaint.advice)
    }

    private var unwritable: CommandFailure {
        CommandFailure(
            "The key file \(keyFile.path) cannot be written.",
            advice: "Check the permissions of its folder, and whether the disk is full."
        )
    }

    /// The key; `nil` where there is no file.
    private func read() throws(CommandFailure) -> MasterKey? {
        guard FileManager.default.fileExists(atPath: keyFile.path) else { return nil }
        try Self.check(keyFile)
        guard let bytes = try? Data(contentsOf: keyFile) else {
            throw CommandFailure(
                "The key file \(keyFile.path) cannot be read.",
                advice: "Run as the user that the server runs as."
            )
        }
        guard let key = MasterKey(bytes: bytes) else {
            throw CommandFailure(
                "The key file \(keyFile.path) is damaged.",
                advice: "Put back its backup: without it the stored keys are lost."
            )
        }
        return key
    }
}
