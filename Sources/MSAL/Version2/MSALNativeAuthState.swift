public import Foundation
import Gatehouse

/// A state of a flow of version 2.
///
/// Its methods are the possible next steps. After a mistake of the user, the same state can be used again. The class is
/// isolated to the main actor because the compiler checks no other open class for `Sendable`; its members may be used
/// on any thread.
@preconcurrency @MainActor
public class MSALNativeAuthState: NSObject {
    nonisolated let flow: NativeFlow

    nonisolated init(_ flow: NativeFlow) {
        self.flow = flow
        super.init()
    }

    /// The class, the flow and the correlation ID, for logs.
    public nonisolated override var description: String {
        "\(type(of: self)): \(flow.scenario.name) [correlation \(flow.correlationID)]"
    }

    /// Runs a method of the state, then notifies its delegate.
    ///
    /// - Parameters:
    ///   - delegate: The delegate.
    ///   - kinds: The kinds that the method distinguishes from general errors.
    ///   - function: The method, for logs.
    ///   - body: The work of the method.
    nonisolated func run(
        for delegate: any MSALNativeAuthFlowDelegate,
        distinguishing kinds: [AuthError.Code: MSALFailure.Kind] = MSALNativeAuthFlowError.kinds,
        function: String = #function,
        _ body: @escaping @Sendable () async throws(AuthError) -> FlowStep
    ) {
        let name = "\(type(of: self)).\(function.prefix { $0 != "(" })"
        flow.run(name, for: delegate, distinguishing: kinds, body)
    }
}
