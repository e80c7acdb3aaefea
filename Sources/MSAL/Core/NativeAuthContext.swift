import Dispatch
import Foundation
import Gatehouse
import GatehouseWire

/// An application's client, shared by all its states and results.
final class NativeAuthContext: Sendable {
    let gatehouse: GatehouseClient

    init(_ gatehouse: GatehouseClient) {
        self.gatehouse = gatehouse
    }

    /// Returns the app's correlation ID, or a new one.
    func correlationID(_ requested: UUID? = nil) -> UUID {
        requested ?? UUID(bytes: gatehouse.configuration.environment.randomBytes(16), version: 4)
    }

    /// Runs an operation, then notifies the app's delegate once on the main actor.
    ///
    /// Returns immediately.
    ///
    /// - Parameters:
    ///   - name: The name of the operation, for logs.
    ///   - delegate: The delegate, retained until it has been notified.
    ///   - body: The operation.
    ///   - deliver: A closure that passes the outcome to the delegate.
    func run<Delegate, Value: Sendable>(
        _ name: String,
        for delegate: Delegate,
        _ body: @escaping @Sendable (GatehouseClient) async throws(AuthError) -> Value,
        then deliver: @escaping @MainActor (Result<Value, AuthError>, Delegate) -> Void
    ) {
        // The vendor's delegates are not Sendable. This one is used on the main actor only.
        nonisolated(unsafe) let delegate = delegate
        let notify: @MainActor @Sendable (Result<Value, AuthError>) -> Void = { deliver($0, unsafe delegate) }
        Task(name: "msal \(name)") {
            await notify(await outcome(of: name, body))
        }
    }

    /// Runs an operation, then calls the app's completion block once.
    ///
    /// Returns immediately.
    ///
    /// - Parameters:
    ///   - name: The name of the operation, for logs.
    ///   - queue: The queue for the block; the main queue by default.
    ///   - body: The operation.
    ///   - deliver: A closure that calls the block with the outcome.
    func finish<Value: Sendable>(
        _ name: String,
        on queue: DispatchQueue?,
        _ body: @escaping @Sendable (GatehouseClient) async throws(AuthError) -> Value,
        then deliver: @escaping (Result<Value, AuthError>) -> Void
    ) {
        // The vendor's blocks are not Sendable. This one is called once, and only on that queue.
        nonisolated(unsafe) let deliver = deliver
        Task(name: "msal \(name)") {
            let result = await outcome(of: name, body)
            (queue ?? .main).async { unsafe deliver(result) }
        }
    }

    private func outcome<Value: Sendable>(
        of name: String,
        _ body: @Sendable (GatehouseClient) async throws(AuthError) -> Value
    ) async -> Result<Value, AuthError> {
        let result: Result<Value, AuthError>
        do throws(AuthError) {
            result = .success(try await body(gatehouse))
        } catch {
            result = .failure(error)
        }
        MSALGlobalConfig.loggerConfig.log(result, of: name)
        return result
    }
}

extension MSALLoggerConfig {
    /// Logs the result without the server's message, which may contain personal data.
    fileprivate func log<Value>(_ result: Result<Value, AuthError>, of name: String) {
        switch result {
        case .success: log(.info, "\(name) succeeded")
        case .failure(let error):
            let correlation = error.correlationID.map { ", correlation \($0)" } ?? ""
            let numbers = (error.response?.errorNumbers ?? []).map { ", \($0)" }.joined()
            log(.error, "\(name) failed: \(error.code.rawValue)\(numbers)\(correlation)")
        }
    }
}
