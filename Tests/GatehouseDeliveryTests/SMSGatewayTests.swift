import GatehouseDelivery
import GatehouseWire
import Testing

@Suite struct SMSGatewayTests {
    @Test(arguments: [
        "https://sms.example.com", "https://sms.example.com:8443/send?account=7&from=Example%20App",
        "https://user:pass@sms.example.com/send", "http://localhost:9000/send", "http://127.0.0.1/",
        "http://[::1]:9000/",
    ])
    func acceptsValidURL(url: String) throws {
        let gateway = try SMSGateway(url: Secret(url), secret: Secret("0123456789abcdef"))
        #expect(gateway.url.reveal() == url)
    }

    @Test(arguments: [
        ("", "use a URL such as https://sms.example.com/send"),
        ("https://", "use a URL such as https://sms.example.com/send"),
        ("sms.example.com", "use a URL such as https://sms.example.com/send"),
        ("https://sms.example.com/#part", "use a URL such as https://sms.example.com/send"),
        ("http://sms.example.com/send", "the URL must begin with https://"),
        ("http://localhost.example.com/send", "the URL must begin with https://"),
        ("file://localhost/etc/passwd", "the URL must begin with https://"),
        ("smtp://localhost", "the URL must begin with https://"),
    ])
    func rejectsInvalidURL(url: String, reason: String) {
        let error = #expect(throws: SMSGatewayError.self) {
            try SMSGateway(url: Secret(url), secret: Secret("0123456789abcdef"))
        }
        #expect(error?.description == "Invalid SMS gateway: \(reason).")
    }

    @Test func rejectsShortSecret() {
        let error = #expect(throws: SMSGatewayError.self) {
            try SMSGateway(url: Secret("https://sms.example.com"), secret: Secret("0123456789abcde"))
        }
        #expect(error?.description == "Invalid SMS gateway: the secret must have at least 16 characters.")
    }
}
