package import Foundation
public import GatehouseWire

/// A sign-up that waits for data about the person: one page, after which another may come.
///
/// The value can be used again after a mistake: data that was refused leaves it as it is.
public struct SignUpAttributes: Sendable {
    let flow: NativeFlow
    let place: NativePlace
    /// What to ask for on this page.
    public let attributes: [RequiredAttribute]

    /// Submits the data of this page.
    ///
    /// - Parameter values: The values by ``RequiredAttribute/name``. The server ignores names that it does not know.
    /// - Returns: What the sign-up needs next: this page again when something is missing, the next page, or the end.
    /// - Throws: ``AuthError``: `attributesRefused` when values are not valid, named in ``AuthError/attributeNames``, and
    ///   then this value can be used again; otherwise as ``SignUpCode/submit(_:)``.
    public func submit(_ values: [String: JSONValue]) async throws(AuthError) -> SignUpStep {
        try await flow.continueSignUp(place, with: .attributes(values))
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedSignUp { SavedSignUp(.attributes(place, attributes)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
