public import Foundation
public import GatehouseWire

/// A token of a session that has ended on this device, which the server has not been told yet.
public struct PendingRevocation: Sendable, Hashable, Codable, Identifiable {
    /// How long one waits, in seconds: no refresh token that anybody should rely on lives much longer unused.
    static let lifetime: TimeInterval = 30 * 24 * 60 * 60

    /// The sign-in that the token came from, or a name made up for a token that was never stored.
    public let id: String
    /// The token to revoke.
    public var token: Secret
    /// When it was put here, by a clock that may have been wrong.
    public var since: Date
    /// When the server could not be told for the first time, by the server's own clock; thirty days later it is given up.
    public var failedSince: Date?

    /// A token to revoke.
    ///
    /// - Parameters:
    ///   - id: The sign-in that the token came from.
    ///   - token: The token to revoke.
    ///   - since: When it was put here.
    public init(id: String, token: Secret, since: Date) {
        self.id = id
        self.token = token
        self.since = since
    }

    /// Whether it has waited for so long that the server need not hear of it any more.
    func isOver(at now: Date) -> Bool {
        failedSince.map { now.timeIntervalSince($0) > Self.lifetime } ?? false
    }
}
