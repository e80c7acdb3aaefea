package import Foundation
package import GatehouseHTTP
package import GatehouseServer
import GatehouseStoreSQLite

/// The data folder of a server: the database and the key file.
package struct DataDirectory: Sendable, Equatable {
    package let folder: URL

    package init(path: String) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
    }

    package var database: URL { folder.appending(path: "gatehouse.sqlite") }
    package var keyFile: URL { folder.appending(path: "key") }
    /// The file with the database server in use, on PostgreSQL.
    package var databaseServer: URL { folder.appending(path: "database-server") }

    /// Creates the folder if it is missing, accessible only by its owner.
    package func create() throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandError(
                "Data folder '\(folder.path)' can't be created: \(error.localizedDescription)",
                advice: "Set --data to a folder that this user can write to."
            )
        }
    }

    /// Returns the existing key; `nil` if there is none.
    package func existingKey() throws(CommandError) -> MasterKey? {
        if unsafe access(folder.path, R_OK | X_OK) != 0, errno == EACCES {
            throw CommandError(
                "Data folder '\(folder.path)' isn't accessible by this user.",
                advice: "Run the command as the server's user."
            )
        }
        try Self.check(folder)
        return try read()
    }

    /// Reads the key file, or creates it with mode 0600 on the first start.
    ///
    /// Safe for two processes that start at once: the complete file appears under its name in one step, and the second
    /// process reads it.
    package func masterKey(random: RandomSource) throws(CommandError) -> MasterKey {
        if let key = try existingKey() { return key }
        try create()
        // Another process may have created it in the meantime.
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
        // Fails if another process was faster; its key is used.
        try? FileManager.default.linkItem(at: draft, to: keyFile)
        // Syncs the folder entries: a power cut must not lose the key, and with it all data that it encrypts.
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

    /// Throws if another user could have replaced the file.
    static func check(_ file: URL) throws(CommandError) {
        guard let problem = FilePermissions(path: file.path)?.problem() else { return }
        throw CommandError(problem.message, advice: problem.advice)
    }

    /// Returns the failure of a command that finds a database without its key file.
    func missingKey(of database: DatabaseLocation) -> CommandError {
        CommandError(
            "Key file '\(keyFile.path)' is missing; database '\(database.name)' can't be read without it.",
            advice: "Restore it from a backup, or set --data to its folder."
        )
    }

    /// Returns the failure of a start that finds a key file without its database.
    func missing(_ database: DatabaseLocation) -> CommandError {
        CommandError(
            "Key file '\(keyFile.path)' exists, but its database '\(database.name)' is missing.",
            advice: "Restore the database. To start with an empty one, run the server with --begin-anew."
        )
    }

    private var unwritable: CommandError {
        CommandError(
            "Key file '\(keyFile.path)' can't be written.",
            advice: "Check the folder's permissions and the free disk space."
        )
    }

    /// Reads the key; `nil` if the file does not exist.
    private func read() throws(CommandError) -> MasterKey? {
        guard FileManager.default.fileExists(atPath: keyFile.path) else { return nil }
        try Self.check(keyFile)
        guard let bytes = try? Data(contentsOf: keyFile) else {
            throw CommandError(
                "Key file '\(keyFile.path)' can't be read.",
                advice: "Run the command as the server's user."
            )
        }
        guard let key = MasterKey(bytes: bytes) else {
            throw CommandError(
                "Key file '\(keyFile.path)' is damaged.",
                advice: "Restore it from a backup: without it, the stored keys are lost."
            )
        }
        return key
    }
}

/// The PEM files for https.
package struct CertificateFiles: Sendable, Equatable {
    /// The path of the certificate with its chain.
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Loads both files.
    package func load() throws(CommandError) -> ServerCertificates {
        for file in [certificate, key] where !FileManager.default.isReadableFile(atPath: file) {
            let exists = FileManager.default.fileExists(atPath: file)
            throw CommandError(
                exists ? "File '\(file)' can't be read by this user." : "File '\(file)' not found.",
                advice: "Check --tls-certificate and --tls-key."
            )
        }
        do {
            return try ServerCertificates(certificateFile: certificate, keyFile: key)
        } catch {
            throw CommandError(
                "Certificate '\(certificate)' and key '\(key)' can't be used: \(error).",
                advice: "Use two PEM files that belong together."
            )
        }
    }
}
