import Foundation

/// What both sides call one call, to find it again in their logs.
package struct EntraTrace: Sendable {
    /// The server's name of the call.
    package let id: String
    /// The client's name of the call, or of the flow that it belongs to.
    package let correlationID: String

    /// Names of one call; anything but a UUID that the client may have said is replaced by one.
    package init(correlationID: String?, random: RandomSource) {
        id = UUID(random: random).text
        self.correlationID =
            correlationID.flatMap { UUID(uuidString: $0)?.uuidString.lowercased() == $0.lowercased() ? $0 : nil }
            ?? UUID(random: random).text
    }
}
