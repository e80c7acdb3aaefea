import Dispatch
import Foundation
import Gatehouse
import GatehouseWire

/// An app and its client: what every state and result does its work with.
final class NativeApp: Sendable {
    let gatehouse: GatehouseClient

    init(_ gatehouse: GatehouseClient) {
        self.gatehouse = gatehouse
    }

    /// A name for a call whose app has none.
    func correlationID(_ wanted: UUID? = nil) -> UUID {
        wanted ?? UUID(bytes: gatehouse.configuration.environment.randomBytes(16), version: 4)
    }

    /// Does something, then tells the app's delegate, once, on the main actor; returns at once.
    ///
    /// - Parameters:
    ///   - name: What is done, for logs.
    ///   - delegate: Kept until it has been told.
    ///   - body: Does it.
    ///   - deliver: Tells the delegate the outcome.
    func run<Delegate, Value: Sendable>(
        _ name: String,
        for delegate: Delegate,
        _ body: @escaping @Sendable (GatehouseClient) async throws(AuthError) -> Value,
        then deliver: @escaping @MainActor (Result<Value, AuthError>, Delegate) -> Void
    ) {
        // The vendor's delegates are not Sendable. This one is used on the main actor and nowhere else.
        nonisolated(unsafe) let delegate = delegate
        let tell: @MainActor @Sendable (Result<Value, AuthError>) -> Void = { deliver($0, unsafe delegate) }
        Task(name: "msal \(name)") {
            await tell(await outcome(of: name, body))
        }
    }

    /// Does something, then calls the app's completion block, once; returns at once.
    ///
    /// - Parameters:
    ///   - name: What is done, for logs.
    ///   - queue: Where the block is called; the main queue by default.
    ///   - body: Does it.
    ///   - deliver: Calls the block with the outcome.
    func finish<Value: Sendable>(
        _ name: String,
        on queue: DispatchQueue?,
        _ body: @escaping @Sendable (GatehouseClient) async throws(AuthError) -> Value,
        then deliver: @escaping (Result<Value, AuthError>) -> Void
    ) {
        // The vendor's blocks are not Sendable. This one is called once, and nowhere but on that queue.
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
    /// Says how a call went; what the server said about it may name a person, and stays out.
    fileprivate func log<Value>(_ result: Result<Value, AuthError>, of name: String) {
        switch result {
        case .success: log(.info, "\(name) succeeded")
        case .failure(let error):
            let correlation = error.correlationID.map { ", correlation \($0)" } ?? ""
            let numbers = error.serverNumbers.map { ", \($0)" }.joined()
            log(.error, "\(name) failed: \(error.code.rawValue)\(numbers)\(correlation)")
        }
    }
}
