import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseStoreSQLite
import GatehouseWire

/// A folder that holds a whole server: a copy of the database, and the key file without which it is of no use.
struct BackupFolder {
    let folder: URL

    var database: URL { folder.appending(path: "gatehouse.sqlite") }
    var keyFile: URL { folder.appending(path: "key") }

    init(path: String) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
    }

    private init(folder: URL) {
        self.folder = folder
    }

    /// Whether a backup could be written here: nothing is there, or an empty folder.
    var isFree: Bool {
        guard FileManager.default.fileExists(atPath: folder.path) else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty) ?? false
    }

    /// The same folder under another name, which nobody can foretell, until all is in it.
    func draft(_ random: RandomSource) -> BackupFolder {
        let name = ".\(folder.lastPathComponent).\(Base64URL.encode(random.bytes(9)))"
        return BackupFolder(
            folder: folder.deletingLastPathComponent().appending(path: name, directoryHint: .isDirectory)
        )
    }

    /// Makes the folder, for its owner alone; one that is there already may be somebody else's, and is not taken.
    func create() throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(
                at: folder.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            guard unsafe mkdir(folder.path, 0o700) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            throw CommandFailure(
                "The folder \(folder.path) cannot be made: \(error.localizedDescription)",
                advice: "Name one in a folder that this user may write to."
            )
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes the key file, for its owner alone.
    func write(key: Data) throws(CommandFailure) {
        do {
            guard
                FileManager.default.createFile(
                    atPath: keyFile.path,
                    contents: nil,
                    attributes: [.posixPermissions: 0o600]
                )
            else { throw CocoaError(.fileWriteUnknown) }
            let file = try FileHandle(forWritingTo: keyFile)
            defer { try? file.close() }
            try file.write(contentsOf: key)
            try file.synchronize()
        } catch {
            throw CommandFailure(
                "The key file \(keyFile.path) cannot be written.",
                advice: "Check the permissions of its folder, and whether the disk is full."
            )
        }
    }

    /// Gives the folder its final name, in one step.
    func move(to final: BackupFolder) throws(CommandFailure) {
        do {
            if FileManager.default.fileExists(atPath: final.folder.path) {
                // Fails unless it is empty.
                guard unsafe rmdir(final.folder.path) == 0 else { throw CocoaError(.fileWriteFileExists) }
            }
            try FileManager.default.moveItem(at: folder, to: final.folder)
            try Self.synchronize(final.folder)
            try Self.synchronize(final.folder.deletingLastPathComponent())
        } catch {
            throw CommandFailure(
                "The folder \(final.folder.path) cannot be made: \(error.localizedDescription)",
                advice: "Name one that does not exist."
            )
        }
    }

    /// Has the names in a folder reach the disk.
    static func synchronize(_ folder: URL) throws {
        let names = try FileHandle(forReadingFrom: folder)
        defer { try? names.close() }
        try names.synchronize()
    }
}
