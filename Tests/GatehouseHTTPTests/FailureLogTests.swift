import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Logging
import Testing

/// Errors are logged with their reason and the request ID, and without secrets.
@Suite struct FailureLogTests {
    private let log = LogRecorder()
    private let store = FailingStore()
    private let server: TestServer

    init() {
        let log = log
        server = TestServer(store: store, logger: Logger(label: "test") { _ in log.handler })
    }

    /// Sends a request while the store fails, and returns its ID and the log entries about the store.
    private func respondWithFailingStore(
        _ request: HTTPRequest,
        form: String = ""
    ) async -> (id: String?, entries: [LogRecorder.Entry]) {
        store.isDown = true
        var request = request
        request.headerFields[.accept] = "text/html"
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let response = await server.service.answer(request, body: Data(form.utf8), address: nil)
        return (
            HTTPField.Name("X-Request-ID").flatMap { response.fields[$0] },
            log.entries.filter { $0.text != "request completed" }
        )
    }

    private func request(_ method: HTTPRequest.Method, _ path: String, cookie: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields[.cookie] = cookie
        return request
    }

    private static let binding = "__Host-gatehouse-browser=\(Base64URL.encode(Data(repeating: 2, count: 32)))"
    private static let failure = "unavailable(\"The store is down.\")"

    @Test(arguments: ["/oauth2/authorize?client_id=app", "/oauth2/logout?client_id=app", "/sign-in?flow=secret-flow"])
    func logsStoreErrorOfPage(path: String) async throws {
        let (id, entries) = await respondWithFailingStore(request(.get, path, cookie: Self.binding))
        #expect(entries == [.init(level: .error, text: "store operation failed", error: Self.failure, request: id)])
        #expect(id != nil)
    }

    /// A client causes status 503 by keys that cannot be fetched: it must not fill the log with errors.
    @Test func logsUnavailabilityAsWarning() async throws {
        _ = await respondWithFailingStore(request(.get, "/oauth2/authorize?client_id=app", cookie: Self.binding))
        #expect(log.entries.filter { $0.text == "request completed" }.map(\.level) == [.warning])
    }

    @Test func logsStoreErrorOfSessionLookup() async throws {
        let secret = Base64URL.encode(Data(repeating: 1, count: 32))
        let (id, entries) = await respondWithFailingStore(
            request(.get, "/device", cookie: "__Host-gatehouse-session=\(secret)")
        )
        #expect(entries == [.init(level: .error, text: "store operation failed", error: Self.failure, request: id)])
    }

    @Test func logsStoreErrorOfSubmittedForm() async throws {
        let (id, entries) = await respondWithFailingStore(
            request(.post, "/sign-in", cookie: Self.binding),
            form: "flow=secret-flow&csrf=secret-token&email=ada%40example.com"
        )
        #expect(entries == [.init(level: .error, text: "store operation failed", error: Self.failure, request: id)])
    }

    @Test func logsUnreadableMessageQueue() async throws {
        store.isDown = true
        let delivery = server.identity.jobs.deliveryWorker(transport: server.delivered) { _ in throw CancellationError()
        }
        await delivery.run()
        #expect(
            log.entries == [
                .init(level: .error, text: "could not read message queue", error: Self.failure, request: nil)
            ]
        )
    }
}
