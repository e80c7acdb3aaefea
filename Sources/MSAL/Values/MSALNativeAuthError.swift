public import Foundation
import Gatehouse

/// An error of native authentication.
///
/// Its class names the failed operation, its `is…` properties the cause.
///
/// The class is isolated to the main actor because the compiler checks no other open class for `Sendable`; its members
/// may be used on any thread.
@preconcurrency @MainActor
public class MSALNativeAuthError: NSObject, nonisolated LocalizedError {
    nonisolated let failure: MSALFailure

    nonisolated required init(_ failure: MSALFailure) {
        self.failure = failure
        super.init()
    }

    /// Creates an error from an error of the core.
    nonisolated required convenience init(_ error: AuthError, _ correlationID: UUID) {
        self.init(MSALFailure(error, kinds: Self.kinds, correlationID: correlationID))
    }

    /// Creates an error for an unexpected situation in this module.
    nonisolated required convenience init(general message: String, _ correlationID: UUID) {
        self.init(MSALFailure(.general, message, correlationID: correlationID))
    }

    /// The kinds that this class distinguishes from general errors, besides a required browser.
    nonisolated class var kinds: [AuthError.Code: MSALFailure.Kind] { [:] }

    /// A Boolean value that indicates whether the user must continue in the browser: see ``redirectReason``.
    public nonisolated var isBrowserRequired: Bool { failure.kind == .browserRequired }
    /// A Boolean value that indicates whether no other property names the cause.
    public nonisolated var isGeneralError: Bool { failure.kind == .general }

    /// A description for developers; the server's message if it sent one.
    public nonisolated var errorDescription: String? { failure.message ?? failure.kind.text }
    /// The correlation ID for the logs of this module and the server.
    public nonisolated var correlationId: UUID { failure.correlationID }
    /// The server's error numbers.
    public nonisolated var errorCodes: [Int] { failure.codes }
    /// The URI of a page about the error, if the server sent one.
    public nonisolated var errorUri: String? { failure.uri }

    /// The server's reason why the browser is required.
    ///
    /// An addition to Microsoft's API.
    public nonisolated var redirectReason: String? { failure.kind == .browserRequired ? failure.message : nil }
    /// The number of seconds to wait before the next attempt, if the server sent one.
    ///
    /// An addition to Microsoft's API.
    public nonisolated var retryAfter: TimeInterval? { failure.retryAfter }

    /// The description, for logs.
    public nonisolated override var description: String {
        "\(type(of: self)): \(errorDescription ?? "") [correlation \(correlationId)]"
    }
}

/// An error from which only the browser may allow a recovery.
public class MSALNativeAuthGenericError: MSALNativeAuthError {}
