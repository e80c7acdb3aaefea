public import Foundation
import Gatehouse

/// Why something did not work; the class of the error says what, and its `is…` properties why.
///
/// The vendor's errors have subclasses, which the compiler does not let be checked as `Sendable`: all properties are constants.
public class MSALNativeAuthError: NSObject, LocalizedError, @unchecked Sendable {
    let failure: Failure

    required init(_ failure: Failure) {
        self.failure = failure
        super.init()
    }

    /// What an error of the core becomes for an app.
    required convenience init(_ error: AuthError, _ correlationID: UUID) {
        self.init(Failure(error, kinds: Self.kinds, correlationID: correlationID))
    }

    /// Something that cannot be, which no server has said.
    required convenience init(general message: String, _ correlationID: UUID) {
        self.init(Failure(.general, message, correlationID: correlationID))
    }

    /// What an error of the core is called in this class; anything else is general.
    class var kinds: [AuthError.Code: Failure.Kind] { [.browserRequired: .browserRequired] }

    /// What happened, for developers: in the server's words where it has some.
    public var errorDescription: String? { failure.message ?? failure.kind.text }
    /// Tells the call in the logs of this module and of the server.
    public var correlationId: UUID { failure.correlationID }
    /// The numbers of the error that the server sent.
    public var errorCodes: [Int] { failure.codes }
    /// A page about the error, when the server named one.
    public var errorUri: String? { failure.uri }

    /// Why the browser is needed, in the server's words; an addition to Microsoft's API.
    public var redirectReason: String? { failure.kind == .browserRequired ? failure.message : nil }
    /// How many seconds to wait before the next try, when the server said so; an addition to Microsoft's API.
    public var retryAfter: TimeInterval? { failure.retryAfter }

    /// The description, for logs.
    public override var description: String {
        "\(type(of: self)): \(errorDescription ?? "") [correlation \(correlationId)]"
    }
}
