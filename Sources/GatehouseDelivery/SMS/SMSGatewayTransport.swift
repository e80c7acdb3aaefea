import Dispatch
package import GatehouseServer

/// Hands SMS to the operator's gateway, by a signed HTTPS request each.
///
/// Each has a connection and, while it lasts, a thread of its own: a gateway that hangs keeps neither the others waiting nor the
/// cooperative pool, and the queue hands out few at a time. Certificates are always checked, and redirects are not followed. Cancelling the
/// task breaks the delivery off.
package final class SMSGatewayTransport: SMSTransport {
    private let queue = DispatchQueue(label: "sms", attributes: .concurrent)
    private let gateway: SMSGateway

    package init(_ gateway: SMSGateway) {
        self.gateway = gateway
    }

    package func send(_ message: SMSMessage) async throws(DeliveryError) {
        let request = try SMSRequest(message, secret: gateway.secret)
        let result: Result<Void, DeliveryError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [gateway] in
                    continuation.resume(returning: SMSConnection(gateway).perform(request))
                }
            }
        } onCancel: {
            request.cancel()
        }
        try result.get()
    }
}
