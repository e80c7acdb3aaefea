public import Foundation

extension FileTokenStore {
    /// The protection of stored sessions against readers of a copied file.
    ///
    /// Except for ``plaintext``, the file is encrypted (ChaCha20-Poly1305, RFC 8439); the protection determines where
    /// the key is kept. It applies from the next sign-in; existing files are read with the protection they were written
    /// with.
    public struct Protection: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case automatic, secretService, keyFile, plaintext
        }

        let kind: Kind
        /// The directory of key files; `nil` for the default directory.
        var keyDirectory: String?

        /// Keeps the key in the user's keyring if it is available and unlocked at the first sign-in, else in a key
        /// file.
        ///
        /// Sessions that an earlier version stored without encryption stay readable for it until all accounts have
        /// signed out; the next sign-in is encrypted.
        public static let automatic = Protection(kind: .automatic)

        /// Keeps the key in the user's keyring: the Secret Service of gnome-keyring, KWallet or KeePassXC.
        ///
        /// Without a keyring, sign-in fails. Sessions stored with another protection move with the first save for which
        /// the keyring is available.
        public static let secretService = Protection(kind: .secretService)

        /// Keeps the key in a file of mode 0600 in `gatehouse` in `$XDG_DATA_HOME` or `~/.local/share`.
        ///
        /// A copy of the sessions alone cannot be decrypted, such as one in a backup or on a mounted disk. A process
        /// that can read all files of the user can read the sessions.
        public static let keyFile = Protection(kind: .keyFile)

        /// Keeps the key in a file of mode 0600 in a directory chosen by the app.
        ///
        /// In a container, choose a directory that is as durable as the sessions: they cannot be read without the key.
        ///
        /// - Parameter directory: The directory, created if it is missing. It should not be the one that holds the
        ///   sessions.
        /// - Returns: The protection.
        public static func keyFile(in directory: URL) -> Protection {
            Protection(kind: .keyFile, keyDirectory: directory.path)
        }

        /// Stores plain JSON in a file of mode 0600.
        public static let plaintext = Protection(kind: .plaintext)
    }
}

extension FileTokenStore {
    /// Checks whether the keyring of the user's desktop is available.
    ///
    /// The checks are, in this order:
    /// 1. a D-Bus session: `DBUS_SESSION_BUS_ADDRESS`, or the socket `bus` in `XDG_RUNTIME_DIR`. None is started.
    /// 2. the library libsecret (`libsecret-1.so.0`);
    /// 3. a response of the Secret Service within three seconds, and a default keyring.
    ///
    /// ``Protection/automatic`` performs the same checks at a sign-in: if the result is ``KeyringStatus/ready``, the
    /// key is kept in the keyring, otherwise in a key file. Nothing is stored, and no unlock prompt is shown.
    ///
    /// - Returns: The status of the keyring; on systems other than Linux always ``KeyringStatus/absent(_:)``.
    public static func keyringStatus() async -> KeyringStatus {
        let keyring = SecretServiceKeyProvider(environment: UserDirectory.environment())
        return await BlockingQueue().run { keyring.status() }
    }

    /// Shows the desktop's prompt for the keyring's password and waits up to two minutes for it.
    ///
    /// No other method shows a prompt. Call this on the user's request, such as from a button beside "The keyring is
    /// locked"; stored sessions are readable afterwards.
    ///
    /// - Returns: The status afterwards; ``KeyringStatus/locked`` if the user declined or no prompt is available.
    @discardableResult
    public static func unlockKeyring() async -> KeyringStatus {
        let keyring = SecretServiceKeyProvider(environment: UserDirectory.environment())
        return await BlockingQueue().run { keyring.unlock() }
    }
}

/// The availability of the user's keyring.
public enum KeyringStatus: Sendable, Hashable {
    /// The keyring is available and unlocked.
    case ready
    /// The keyring is available, but the user must unlock it first.
    case locked
    /// The keyring is not available; the value is the reason, for logs.
    case absent(String)
}
