import GatehouseDelivery
import GatehouseWire
import Testing

@Suite struct SMSGatewayTests {
    @Test(arguments: [
        "https://sms.example.com", "https://sms.example.com:8443/send?account=7&from=Example%20App",
        "https://user:pass@sms.example.com/send", "http://localhost:9000/send", "http://127.0.0.1/",
        "http://[::1]:9000/",
    ])
    func takesWhatCanBePostedTo(url: String) throws {
        let gateway = try SMSGateway(url: Secret(url), secret: Secret("0123456789abcdef"))
        #expect(gateway.url.reveal() == url)
    }

    @Test(arguments: [
        ("", "its URL has to be like https://sms.example.com/send"),
        ("https://", "its URL has to be like https://sms.example.com/send"),
        ("sms.example.com", "its URL has to be like https://sms.example.com/send"),
        ("https://sms.example.com/#part", "its URL has to be like https://sms.example.com/send"),
        ("http://sms.example.com/send", "its URL has to begin with https://"),
        ("http://localhost.example.com/send", "its URL has to begin with https://"),
        ("file://localhost/etc/passwd", "its URL has to begin with https://"),
        ("smtp://localhost", "its URL has to begin with https://"),
    ])
    func refusesWhatCannot(url: String, reason: String) {
        let error = #expect(throws: SMSGatewayError.self) {
            try SMSGateway(url: Secret(url), secret: Secret("0123456789abcdef"))
        }
        #expect(error?.description == "The SMS gateway is not usable: \(reason).")
    }

    @Test func refusesASecretThatCouldBeGuessed() {
        let error = #expect(throws: SMSGatewayError.self) {
            try SMSGateway(url: Secret("https://sms.example.com"), secret: Secret("0123456789abcde"))
        }
        #expect(error?.description == "The SMS gateway is not usable: its secret has to have 16 characters or more.")
    }
}
