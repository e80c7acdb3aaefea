/// Takes a mail on its way.
package protocol MailTransport: Sendable {
    /// The longest that handing one mail over may take.
    var patience: Duration { get }

    /// Hands the mail over to whoever delivers it; returns once they have taken responsibility for it.
    func send(_ message: MailMessage) async throws(DeliveryError)
}
