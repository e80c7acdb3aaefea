import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Logging
import Testing

/// What fails is in the log, with its reason and the identifier of the request, and with nothing that is anybody's secret.
@Suite struct FailureLogTests {
    private let log = LogBook()
    private let store = FailingStore()
    private let server: TestServer

    init() {
        let log = log
        server = TestServer(store: store, logger: Logger(label: "test") { _ in log.handler })
    }

    /// The answer to a request while the store is down, and what was logged about the store.
    private func failing(_ request: HTTPRequest, form: String = "") async -> (id: String?, entries: [LogBook.Entry]) {
        store.isDown = true
        var request = request
        request.headerFields[.accept] = "text/html"
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let answer = await server.service.answer(request, body: Data(form.utf8), address: nil)
        return (
            HTTPField.Name("X-Request-ID").flatMap { answer.fields[$0] }, log.entries.filter { $0.text != "Answered" }
        )
    }

    private func request(_ method: HTTPRequest.Method, _ path: String, cookie: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields[.cookie] = cookie
        return request
    }

    private static let binding = "__Host-gatehouse-browser=\(Base64URL.encode(Data(repeating: 2, count: 32)))"
    private static let failure = "unavailable(\"Told to be down.\")"

    @Test(arguments: ["/oauth2/authorize?client_id=app", "/oauth2/logout?client_id=app", "/sign-in?flow=secret-flow"])
    func aPageThatNeedsTheStore(path: String) async throws {
        let (id, entries) = await failing(request(.get, path, cookie: Self.binding))
        #expect(entries == [.init(level: .error, text: "The store failed.", error: Self.failure, request: id)])
        #expect(id != nil)
    }

    @Test func aSessionThatCannotBeLookedUp() async throws {
        let secret = Base64URL.encode(Data(repeating: 1, count: 32))
        let (id, entries) = await failing(request(.get, "/device", cookie: "__Host-gatehouse-session=\(secret)"))
        #expect(entries == [.init(level: .error, text: "The store failed.", error: Self.failure, request: id)])
    }

    @Test func aFormThatCannotBeTaken() async throws {
        let (id, entries) = await failing(
            request(.post, "/sign-in", cookie: Self.binding),
            form: "flow=secret-flow&csrf=secret-token&email=ada%40example.com"
        )
        #expect(entries == [.init(level: .error, text: "The store failed.", error: Self.failure, request: id)])
    }

    @Test func aQueueOfMailThatCannotBeRead() async throws {
        store.isDown = true
        let delivery = MailDelivery(core: server.core, transport: server.delivered) { _ in throw CancellationError() }
        await delivery.run()
        #expect(
            log.entries == [
                .init(level: .error, text: "The queue of mail cannot be read.", error: Self.failure, request: nil)
            ]
        )
    }
}
