public import Foundation

extension FileTokenStore {
    /// How the sessions in a file are protected from whoever gets at a copy of it.
    ///
    /// Except for ``plaintext`` the file is encrypted (ChaCha20-Poly1305, RFC 8439), and the choice is where its key is kept. It is made when somebody
    /// signs in; what is read is read as it was written, whatever this says now.
    public struct Protection: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            case automatic, secretService, keyFile, plaintext
        }

        let place: Place
        /// Where key files are; `nil` for the usual directory.
        var keyDirectory: String?

        /// The key is in the person's keyring when that answers and is not locked at the first sign-in, else in a key file.
        ///
        /// Sessions that an earlier version has stored without encryption stay so until nobody is signed in any more, so that the earlier
        /// version can still read them; the next sign-in is encrypted.
        public static let automatic = Protection(place: .automatic)

        /// The key is in the person's keyring: the Secret Service of gnome-keyring, KWallet or KeePassXC.
        ///
        /// Where there is none, nobody can sign in. What is stored in another way moves with the first save for which the keyring answers.
        public static let secretService = Protection(place: .secretService)

        /// The key is in a file of mode 0600 in `gatehouse` in `$XDG_DATA_HOME` or in `~/.local/share`.
        ///
        /// A copy of the sessions alone is worth nothing then, such as one in a backup or on a disk that others mount; whoever can read all
        /// of the person's files can read the sessions.
        public static let keyFile = Protection(place: .keyFile)

        /// The key is in a file of mode 0600 in a directory of the app's choice.
        ///
        /// For a container, name a directory that lasts as long as the sessions do: they cannot be read without the key.
        ///
        /// - Parameter directory: The directory, made when it is missing. It should not be the one that holds the sessions.
        /// - Returns: The protection.
        public static func keyFile(in directory: URL) -> Protection {
            Protection(place: .keyFile, keyDirectory: directory.path)
        }

        /// None but the file's mode 0600: JSON that whoever can read the person's files can read.
        public static let plaintext = Protection(place: .plaintext)
    }
}
