import Foundation

/// A configuration file that does not exist yet.
struct NewConfigurationFile: Sendable {
    let path: String

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    var isTaken: CommandError {
        CommandError("'\(path)' exists. Nothing was changed.", advice: "Edit it, or name a new file with --config.")
    }

    /// Whether the folder hands its group to new files, as the package's `/etc/gatehouse` does: the server's user then
    /// reads a file that belongs to root.
    var isShared: Bool {
        var status = stat()
        return unsafe stat(folder, &status) == 0 && status.st_mode & S_ISGID != 0
    }

    private var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Creates the file, readable by its owner and, in a shared folder, by the folder's group.
    func create(_ text: String) throws(CommandError) {
        let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { throw isTaken }
            throw CommandError(
                "'\(path)' can't be created.",
                advice: "Create its folder, or run the command as a user who can write to it."
            )
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            if isShared { _ = fchmod(file, 0o640) }
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
        } catch {
            throw CommandError("'\(path)' can't be written.", advice: "Check the free disk space, and delete the file.")
        }
    }
}
