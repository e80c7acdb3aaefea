import Crypto
import Foundation
import GatehouseDelivery
import GatehouseServer
import GatehouseTestSupport
import GatehouseWire
import Testing

@Suite(
    .enabled(if: InteropPython.path != nil, InteropPython.isMissing),
    .timeLimit(.minutes(1))
)
struct SMSGatewayTransportTests {
    private static let secret = "correct horse battery staple"

    private func transport(
        _ url: String,
        authority: String? = nil,
        timeout: Duration = .seconds(10)
    ) throws -> SMSGatewayTransport {
        SMSGatewayTransport(
            try SMSGateway(url: Secret(url), secret: Secret(Self.secret), authorityFile: authority, timeout: timeout)
        )
    }

    private func message(to: String = "+819012345678", text: String = "1234 is your code") -> SMSMessage {
        SMSMessage(to: to, text: text, id: "m-1", date: Date(timeIntervalSince1970: 0))
    }

    @Test func postsSignedJSON() async throws {
        let server = try await SMSGatewayServer()
        let text = "12345678 は Example の確認コードです。\"\\/ https://login.example.com/link?token=a.1"
        try await transport("http://127.0.0.1:\(server.port)/send?account=7").send(message(text: text))
        let request = try await server.next()
        #expect(
            request.body
                == #"{"id":"m-1","text":"12345678 は Example の確認コードです。\"\\/ https://login.example.com/link?token=a.1","to":"+819012345678"}"#
        )
        #expect(request.target == "/send?account=7")
        #expect(request.contentType == "application/json")
        #expect(request.authorization == nil)
        let key = SymmetricKey(data: Data(Self.secret.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Data(request.body.utf8), using: key)
        let hexadecimal = code.map { String(format: "%02x", $0) }.joined()
        #expect(request.signature == "sha256=\(hexadecimal)")
    }

    @Test func authenticatesWithCredentialsOfURL() async throws {
        let server = try await SMSGatewayServer()
        try await transport("http://ada:p%40ss@127.0.0.1:\(server.port)/send").send(message())
        #expect(try await server.next().authorization == "Basic " + Data("ada:p@ss".utf8).base64EncodedString())
    }

    @Test func handsTraceOn() async throws {
        let server = try await SMSGatewayServer()
        let field = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let trace = try #require(TraceContext(field))
        let transport = try transport("http://127.0.0.1:\(server.port)/send")
        await TraceContext.with(trace) {
            await #expect(throws: Never.self) { try await transport.send(message()) }
        }
        #expect(try await server.next().trace == field)
        try await transport.send(message())
        #expect(try await server.next().trace == nil)
    }

    @Test func verifiesCertificates() async throws {
        let server = try await SMSGatewayServer(tls: true)
        let url = "https://localhost:\(server.port)/send"
        await #expect(throws: DeliveryError.transient("SSL peer certificate or SSH remote key was not OK")) {
            try await transport(url).send(message())
        }
        try await transport(url, authority: server.authority).send(message())
        #expect(try await server.next().encrypted)
    }

    @Test(arguments: [
        (302, DeliveryError.transient("the SMS gateway answered 302")),
        (400, .permanent("the SMS gateway answered 400")),
        (401, .transient("the SMS gateway answered 401")),
        (404, .transient("the SMS gateway answered 404")),
        (410, .permanent("the SMS gateway answered 410")),
        (413, .permanent("the SMS gateway answered 413")),
        (422, .permanent("the SMS gateway answered 422")),
        (429, .transient("the SMS gateway answered 429")),
        (500, .transient("the SMS gateway answered 500")),
        (503, .transient("the SMS gateway answered 503")),
    ])
    func classifiesErrorByStatus(status: Int, error: DeliveryError) async throws {
        let server = try await SMSGatewayServer()
        await #expect(throws: error) {
            try await transport("http://127.0.0.1:\(server.port)/").send(message(to: "+12015550\(status)"))
        }
    }

    @Test func reportsTransientErrorWhenUnreachable() async throws {
        let socket = try SilentServer(listens: false)
        await #expect(throws: DeliveryError.transient("Couldn't connect to server")) {
            try await transport("http://127.0.0.1:\(socket.port)/").send(message())
        }
    }

    @Test func sendsOtherMessagesWhileOneHangs() async throws {
        let server = try await SMSGatewayServer()
        let transport = try transport("http://127.0.0.1:\(server.port)/", timeout: .seconds(300))
        let hanging = Task { () -> DeliveryError? in
            do throws(DeliveryError) {
                try await transport.send(message(to: "+12015550999"))
                return nil
            } catch {
                return error
            }
        }
        #expect(try await server.next().body.contains("+12015550999"))
        try await transport.send(message())
        #expect(try await server.next().body.contains("+819012345678"))
        hanging.cancel()
        #expect(await hanging.value == .transient("the delivery was cancelled"))
    }

    @Test func timesOutOnUnresponsiveGateway() async throws {
        let server = try await SMSGatewayServer()
        await #expect(throws: DeliveryError.transient("Timeout was reached")) {
            try await transport("http://127.0.0.1:\(server.port)/", timeout: .milliseconds(300))
                .send(message(to: "+12015550999"))
        }
    }
}
