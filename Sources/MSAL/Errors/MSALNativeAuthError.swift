public import Foundation
import Gatehouse

/// Why something did not work; the class of the error says what, and its `is…` properties why.
///
/// It is on the main actor because the compiler checks no other class with subclasses for `Sendable`; its members work on any thread.
@preconcurrency @MainActor
public class MSALNativeAuthError: NSObject, nonisolated LocalizedError {
    nonisolated let failure: Failure

    nonisolated required init(_ failure: Failure) {
        self.failure = failure
        super.init()
    }

    /// What an error of the core becomes for an app.
    nonisolated required convenience init(_ error: AuthError, _ correlationID: UUID) {
        self.init(Failure(error, kinds: Self.kinds, correlationID: correlationID))
    }

    /// Something that cannot be, which no server has said.
    nonisolated required convenience init(general message: String, _ correlationID: UUID) {
        self.init(Failure(.general, message, correlationID: correlationID))
    }

    /// What an error of the core is called in this class; anything else is general.
    nonisolated class var kinds: [AuthError.Code: Failure.Kind] { [.browserRequired: .browserRequired] }

    /// What happened, for developers: in the server's words where it has some.
    public nonisolated var errorDescription: String? { failure.message ?? failure.kind.text }
    /// Tells the call in the logs of this module and of the server.
    public nonisolated var correlationId: UUID { failure.correlationID }
    /// The numbers of the error that the server sent.
    public nonisolated var errorCodes: [Int] { failure.codes }
    /// A page about the error, when the server named one.
    public nonisolated var errorUri: String? { failure.uri }

    /// Why the browser is needed, in the server's words; an addition to Microsoft's API.
    public nonisolated var redirectReason: String? { failure.kind == .browserRequired ? failure.message : nil }
    /// How many seconds to wait before the next try, when the server said so; an addition to Microsoft's API.
    public nonisolated var retryAfter: TimeInterval? { failure.retryAfter }

    /// The description, for logs.
    public nonisolated override var description: String {
        "\(type(of: self)): \(errorDescription ?? "") [correlation \(correlationId)]"
    }
}
