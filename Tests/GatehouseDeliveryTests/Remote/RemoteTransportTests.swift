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
struct RemoteTransportTests {
    private func document(_ url: String, by transport: RemoteTransport) async throws -> RemoteDocument {
        try await transport.document(at: try #require(RemoteURL(url)))
    }

    private func error(_ url: String, by transport: RemoteTransport) async throws -> RemoteDocumentError? {
        do {
            _ = try await document(url, by: transport)
            return nil
        } catch let error as RemoteDocumentError {
            return error
        }
    }

    @Test func fetchesDocumentWithItsLifetime() async throws {
        let server = try await RemoteServer()
        let document = try await document(server.url("/document"), by: server.transport())
        #expect(document.body == Data(#"{"a":1}"#.utf8))
        #expect(document.mediaType == "application/json")
        #expect(document.maxAge == 600)
    }

    @Test func sendsNeitherCookiesNorCredentials() async throws {
        let server = try await RemoteServer()
        let transport = server.transport()
        for _ in 1...2 {
            _ = try await document(server.url("/document"), by: transport)
            let request = try await server.next()
            #expect(Set(request.fields.keys) == ["host", "accept"])
            #expect(request.fields["accept"] == "application/json")
        }
    }

    @Test func handsTraceOn() async throws {
        let server = try await RemoteServer()
        let transport = server.transport()
        let field = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let trace = try #require(TraceContext(field))
        let url = try #require(RemoteURL(server.url("/logout/200")))
        await TraceContext.with(trace) {
            await #expect(throws: Never.self) {
                _ = try await document(server.url("/document"), by: transport)
                try await transport.post(Parameters(), to: url)
            }
        }
        for _ in 1...2 { #expect(try await server.next().fields[TraceContext.field] == field) }
    }

    @Test func ignoresInterimResponse() async throws {
        let server = try await RemoteServer()
        let document = try await document(server.url("/early"), by: server.transport())
        #expect(document.mediaType == "application/client+json")
        #expect(document.maxAge == nil)
    }

    @Test func followsNoRedirect() async throws {
        let server = try await RemoteServer()
        let transport = server.transport()
        for status in [301, 302, 303, 307, 308] {
            #expect(try await error(server.url("/redirect/\(status)"), by: transport) == .status(status))
            #expect(try await server.next().target == "/redirect/\(status)")
        }
        _ = try await document(server.url("/document"), by: transport)
        #expect(try await server.next().target == "/document")
    }

    @Test func rejectsStatusOtherThan200() async throws {
        let server = try await RemoteServer()
        let transport = server.transport()
        for status in [201, 204, 206, 304, 400, 404, 500] {
            #expect(try await error(server.url("/status/\(status)"), by: transport) == .status(status))
        }
    }

    @Test(arguments: ["/html", "/untyped"])
    func rejectsOtherMediaType(path: String) async throws {
        let server = try await RemoteServer()
        #expect(try await error(server.url(path), by: server.transport()) == .unsupportedMediaType)
    }

    @Test func acceptsBodyOfMaximumSize() async throws {
        let server = try await RemoteServer()
        let transport = server.transport()
        #expect(try await document(server.url("/bytes/65536"), by: transport).body.count == 65_536)
        #expect(try await error(server.url("/bytes/65537"), by: transport) == .tooLarge)
    }

    @Test(arguments: ["/endless", "/fields"])
    func cutsOffEndlessResponse(path: String) async throws {
        let server = try await RemoteServer()
        #expect(try await error(server.url(path), by: server.transport(timeout: .seconds(50))) == .tooLarge)
    }

    @Test(arguments: ["/slow", "/silent"])
    func timesOutOnSlowServer(path: String) async throws {
        let server = try await RemoteServer()
        #expect(try await error(server.url(path), by: server.transport(timeout: .milliseconds(500))) == .timedOut)
    }

    @Test func reportsUnreachableServer() async throws {
        let socket = try SilentServer(listens: false)
        let transport = RemoteTransport(RemoteTransportSettings(addresses: .loopback))
        #expect(try await error("https://127.0.0.1:\(socket.port)/", by: transport) == .unreachable)
    }

    @Test func rejectsUntrustedCertificate() async throws {
        let server = try await RemoteServer()
        let transport = RemoteTransport(RemoteTransportSettings(addresses: .loopback))
        #expect(try await error(server.url("/document"), by: transport) == .untrustedCertificate)
    }

    @Test func rejectsCertificateOfOtherHost() async throws {
        let server = try await RemoteServer()
        let url = server.url("/document", host: "other.localhost")
        #expect(try await error(url, by: server.transport()) == .untrustedCertificate)
    }

    @Test func refusesHostsWithoutPublicAddress() async throws {
        let server = try await RemoteServer()
        let transport = server.transport(.publicOnly)
        let hosts = [
            "127.0.0.1", "localhost", "app.localhost", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "0", "[::1]",
            "[::]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "10.0.0.1", "169.254.169.254",
            "[fd00:ec2::254]",
        ]
        for host in hosts {
            #expect(try await error(server.url("/document", host: host), by: transport) == .forbiddenAddress, "\(host)")
        }
        let url = try #require(RemoteURL(server.url("/logout/200")))
        await #expect(throws: RemoteDocumentError.forbiddenAddress) { try await transport.post(Parameters(), to: url) }
    }

    @Test func connectsWithoutEncryptionOnlyInDevelopment() async throws {
        let server = try await RemoteServer(tls: false)
        let url = server.url("/document", host: "127.0.0.1")
        #expect(try await document(url, by: server.transport()).mediaType == "application/json")
        #expect(try await error(url, by: server.transport(.publicOnly)) == .forbiddenAddress)
    }

    @Test func limitsRequestsPerHost() async throws {
        let server = try await RemoteServer()
        let transport = server.transport(timeout: .seconds(50))
        let url = server.url("/silent")
        let hanging = (1...4).map { _ in Task { try await error(url, by: transport) } }
        for _ in hanging { _ = try await server.next() }
        #expect(try await error(url, by: transport) == .overloaded)
        #expect(try await document(server.url("/document", host: "127.0.0.1"), by: transport).maxAge == 600)
        for task in hanging { task.cancel() }
        for task in hanging { #expect(try await task.value == .cancelled) }
        #expect(try await document(server.url("/document"), by: transport).maxAge == 600)
    }

    // MARK: Notifications

    @Test(arguments: ["/logout/200", "/logout/204", "/endless"])
    func postsForm(path: String) async throws {
        let server = try await RemoteServer()
        let url = try #require(RemoteURL(server.url(path)))
        try await server.transport().post(Parameters([.token: "a.b c"]), to: url)
        let request = try await server.next()
        #expect(request.method == "POST")
        #expect(request.body == "token=a.b%20c")
        #expect(request.fields["content-type"] == "application/x-www-form-urlencoded")
    }

    @Test func reportsStatusOfNotification() async throws {
        let server = try await RemoteServer()
        let transport = server.transport()
        for status in [302, 307, 400, 501] {
            let url = try #require(RemoteURL(server.url("/logout/\(status)")))
            await #expect(throws: RemoteDocumentError.status(status)) {
                try await transport.post(Parameters(), to: url)
            }
        }
    }
}
