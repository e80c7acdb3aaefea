package import Foundation

/// Who owns a file or folder, and what others may do with it.
package struct FileRights: Sendable, Equatable {
    /// What is wrong, and the command that mends it.
    package struct Complaint: Sendable, Equatable {
        package let problem: String
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

    /// The rights of what is at a path, or at the end of its links; `nil` where there is nothing.
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

    /// Why this cannot be trusted with secrets; `nil` when it can.
    ///
    /// It has to belong to the user this process runs as, or to root, who can do all anyway. Others may not write to a folder, and
    /// neither read nor write a file.
    package func complaint(of user: uid_t = geteuid()) -> Complaint? {
        let what = isFolder ? "folder" : "file"
        guard owner == user || owner == 0 else {
            return Complaint(
                problem: "The \(what) \(path) belongs to user \(owner), and this process runs as user \(user).",
                advice: "Run as user \(owner), or run 'chown \(user) \(path)'."
            )
        }
        let mode = "mode 0" + String(self.mode, radix: 8)
        if isFolder, self.mode & 0o022 != 0 {
            return Complaint(
                problem: "The folder \(path) has \(mode): other users may write to it.",
                advice: "Run 'chmod go-w \(path)', or name a folder in it, which is then made for this user alone."
            )
        }
        if !isFolder, self.mode & 0o077 != 0 {
            return Complaint(
                problem: "The file \(path) has \(mode): other users may read or change it.",
                advice: "Run 'chmod 600 \(path)' once you are sure that none of them did."
            )
        }
        return nil
    }
}
