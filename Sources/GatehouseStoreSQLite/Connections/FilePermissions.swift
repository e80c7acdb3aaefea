package import Foundation

/// The owner and permissions of a file or folder.
package struct FilePermissions: Sendable, Equatable {
    /// Insecure permissions, and the command that corrects them.
    package struct Problem: Sendable, Equatable {
        package let message: String
        package let advice: String
    }

    private let path: String
    private let owner: uid_t
    /// The permission bits.
    private let mode: Int
    private let isFolder: Bool

    package init(path: String, owner: uid_t, mode: Int, isFolder: Bool) {
        self.path = path
        self.owner = owner
        self.mode = mode
        self.isFolder = isFolder
    }

    /// Reads the permissions of a path, following symbolic links; returns `nil` if it does not exist.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(
            path: path,
            owner: status.st_uid,
            mode: Int(status.st_mode & 0o7777),
            isFolder: status.st_mode & S_IFMT == S_IFDIR
        )
    }

    /// Returns the reason that the file or folder is not safe for secrets, or `nil` if it is.
    ///
    /// It must belong to the user of this process or to root. Other users must not be able to write to a folder, or to
    /// read or write a file.
    package func problem(for user: uid_t = geteuid()) -> Problem? {
        let kind = isFolder ? "folder" : "file"
        guard owner == user || owner == 0 else {
            return Problem(
                message: "The \(kind) \(path) belongs to user \(owner), but this process runs as user \(user).",
                advice: "Run as user \(owner), or run 'chown \(user) \(path)'."
            )
        }
        let mode = "mode 0" + String(self.mode, radix: 8)
        if isFolder, self.mode & 0o022 != 0 {
            return Problem(
                message: "The folder \(path) is writable by other users (\(mode)).",
                advice: "Run 'chmod go-w \(path)', or use a new folder inside it."
            )
        }
        if !isFolder, self.mode & 0o077 != 0 {
            return Problem(
                message: "The file \(path) is accessible to other users (\(mode)).",
                advice: "Run 'chmod 600 \(path)'."
            )
        }
        return nil
    }
}
