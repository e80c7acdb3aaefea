import GatehouseServer

/// Mail that a mail server takes, and that can be read in the mailbox once it has.
struct HandedOnMail: MailTransport {
    let server: any MailTransport
    let mailbox: DevelopmentMailbox

    var patience: Duration { server.patience }

    func send(_ message: MailMessage) async throws(DeliveryError) {
        try await server.send(message)
        try await mailbox.send(message)
    }
}
