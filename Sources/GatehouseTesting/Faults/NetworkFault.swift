public import Foundation
public import Gatehouse
public import HTTPTypes

/// What can go wrong between an app and the server, for ``InProcessTransport``.
///
/// Those that have a name are in ``all``, so that one test can try each of them:
///
/// ```swift
/// @Test(arguments: NetworkFault.all)
/// func nobodyIsSignedOut(by fault: NetworkFault) async throws {
///     device.network.fail(with: fault)
///     // …
/// }
/// ```
///
/// A test makes one of its own from what it does with a request:
///
/// ```swift
/// let twice = NetworkFault("the request arrives twice") { exchange in
///     _ = await exchange.answer()
///     return await exchange.answer()
/// }
/// ```
public struct NetworkFault: Sendable, CustomStringConvertible {
    /// What goes wrong, in words.
    public let description: String

    let carry: @Sendable (NetworkExchange) async throws(TransportError) -> (HTTPResponse, Data)

    /// Something that goes wrong.
    ///
    /// - Parameters:
    ///   - description: What goes wrong, in words.
    ///   - carry: What becomes of a request: it arrives with ``NetworkExchange/answer()`` or not at all, and what is returned or thrown
    ///     is what the app sees.
    public init(
        _ description: String,
        carry: @escaping @Sendable (NetworkExchange) async throws(TransportError) -> (HTTPResponse, Data)
    ) {
        self.description = description
        self.carry = carry
    }

    /// Something that answers in the server's place: the request never arrives.
    init(_ description: String, status: Int, fields: HTTPFields = [:], body: String = "") {
        self.init(description) { _ in
            (HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.utf8))
        }
    }
}
