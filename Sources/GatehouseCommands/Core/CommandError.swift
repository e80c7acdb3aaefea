import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// The reason that a command failed, and how to fix it, on one line, with the failed request on another.
package struct CommandError: Error, Sendable, Equatable {
    /// The error, as a sentence.
    package let message: String
    /// The advice how to fix the error, as a sentence.
    package let advice: String?
    package let status: ExitStatus
    /// The identifier of the failed request in the server's log.
    private(set) var requestID: String?

    package init(_ message: String, advice: String? = nil, status: ExitStatus = .failure) {
        self.message = message
        self.advice = advice
        self.status = status
    }

    /// The lines to print; the request has its own, because the advice may end with a command.
    package var lines: [String] { [line] + (requestID.map { ["Request ID: \($0)".printable] } ?? []) }

    /// Both sentences on one line.
    package var line: String {
        [message, advice].compactMap(\.self).joined(separator: " ").split(whereSeparator: \.isNewline).joined(
            separator: " "
        ).printable
    }
}

/// The exit status of the process.
package enum ExitStatus: Int32, Sendable {
    case success = 0
    case failure = 1
    /// The user cancelled or declined.
    case cancelled = 2
    /// No account is signed in, or the session has ended; `gatehouse login` is required.
    case signInNeeded = 4
}

extension CommandError {
    /// Returns the error with the identifier of the failed request.
    func naming(_ requestID: String?) -> CommandError {
        var error = self
        error.requestID = requestID
        return error
    }

    /// Creates the error for a failed store operation.
    package init(_ error: StoreError) {
        switch error {
        case .conflict:
            self.init("Another process changed this record.", advice: "Try again.")
        case .unavailable(let reason):
            self.init(
                "The database can't be used: \(reason)",
                advice: "Check --data and --database, and their permissions."
            )
        case .exhausted(let reason), .damaged(let reason):
            self.init("The database can't be used: \(reason)")
        case .corrupt(let what):
            self.init(
                "The database contains a value that this version can't read: \(what).",
                advice:
                    "If a newer version wrote it, use that version. Otherwise the database is damaged: restore a backup."
            )
        }
    }

    /// Creates the failure of a database that could not be closed properly.
    init(closing error: StoreError) {
        self.init("The database could not be closed properly. \(error.reason)")
    }

    /// Creates the error for a rejected client registration, with the server's description.
    init(_ error: OAuthError) {
        self.init(error.description, advice: Self.advice(error))
    }

    /// Returns the option that a registration lacks: the server's description also serves callers of its API.
    private static func advice(_ error: OAuthError) -> String? {
        switch error.description {
        case RegistrationPolicy.missingRedirectURI.description: "Add --redirect-uri."
        case ClientKeyPolicy.missingAssertionKeys.description, ClientKeyPolicy.missingRequestKeys.description:
            "Add --jwks or --jwks-uri."
        case let text where text.hasPrefix(RegistrationPolicy.unknownGrantType): "Check --grant."
        default: nil
        }
    }

    init(_ error: KeyringError) {
        switch error {
        case .unavailable:
            self.init(
                "The signing keys can't be read or written.",
                advice: "Check --data and --database, and their permissions."
            )
        case .unreadable(let key):
            self.init(
                "Signing key '\(key)' was encrypted with a different key file.",
                advice: "Restore the key file that it belongs to."
            )
        }
    }
}
