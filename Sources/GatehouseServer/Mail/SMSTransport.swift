/// Takes an SMS on its way.
package protocol SMSTransport: Sendable {
    /// Hands the SMS over to whoever delivers it; returns once they have taken responsibility for it.
    func send(_ message: SMSMessage) async throws(DeliveryError)
}
