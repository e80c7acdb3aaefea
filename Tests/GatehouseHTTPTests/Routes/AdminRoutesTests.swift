import Foundation
import GatehouseHTTP
import GatehouseMetrics
import GatehouseTesting
import HTTPTypes
import Testing

@Suite struct AdminRoutesTests {
    private let registry = MetricsRegistry()

    private func send(
        _ path: String,
        to service: HTTPService,
        method: HTTPRequest.Method = .get,
        host: String = "localhost:9090",
        accept: String? = nil
    ) async -> ServerResponse {
        var request = HTTPRequest(method: method, scheme: "http", authority: host, path: path)
        request.headerFields[.accept] = accept
        return await service.answer(request, body: Data(), address: "192.0.2.7")
    }

    private func services() -> (public: HTTPService, admin: HTTPService) {
        let server = TestServer(issuer: "https://login.example.com/base").identity
        let metrics = RequestMetrics(registry)
        return (
            HTTPService(server: server, metrics: metrics),
            HTTPService(
                administering: server,
                at: ListenAddress(host: "Metrics.example.internal", port: 9090),
                exposing: registry,
                metrics: metrics
            )
        )
    }

    @Test func servesMetricsAtRoot() async {
        let admin = services().admin
        let response = await send("/metrics", to: admin)
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == MetricsFormat.openMetrics.contentType)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(String(decoding: response.body, as: UTF8.self).hasSuffix("\n# EOF\n"))
        let older = await send("/metrics", to: admin, accept: "text/plain")
        #expect(older.fields[.contentType] == MetricsFormat.prometheus.contentType)
    }

    @Test(arguments: ["/health/live", "/health/ready"]) func servesHealthOnBothAddresses(path: String) async {
        let services = services()
        #expect(await send(path, to: services.admin).status == .ok)
        #expect(await send("/base" + path, to: services.public).status == .ok)
    }

    @Test(arguments: ["/metrics", "/base/metrics"]) func hidesMetricsFromPublic(path: String) async {
        #expect(await send(path, to: services().public).status == .notFound)
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:9090", "127.0.0.1:9090", "10.0.0.5", "[::1]:9090", "[fd00::5]",
        "metrics.example.internal:9090",
    ])
    func acceptsNamesOfAdminAddress(host: String) async {
        #expect(await send("/metrics", to: services().admin, host: host).status == .ok)
    }

    /// A page on the Internet can let its own name resolve to this machine (DNS rebinding).
    @Test(arguments: ["rebinding.example:9090", "10.0.0.5.example", "[rebinding.example]:9090", "::1"])
    func rejectsMetricsUnderOtherNames(host: String) async {
        #expect(await send("/metrics", to: services().admin, host: host).status == .misdirectedRequest)
    }

    /// A balancer's checks name the public host.
    @Test func servesHealthUnderEveryName() async {
        #expect(await send("/health/ready", to: services().admin, host: "login.example.com").status == .ok)
    }

    @Test(arguments: ["/", "/oauth2/keys", "/base/oauth2/keys"]) func servesNothingElse(path: String) async {
        let response = await send(path, to: services().admin)
        #expect(response.status == .notFound)
        #expect(response.fields[.contentType] == "application/json")
    }

    @Test func labelsRequestsByRoute() async {
        let services = services()
        _ = await send("/base/oauth2/keys", to: services.public)
        _ = await send("/base/oauth2/keys", to: services.public, method: .delete)
        _ = await send("/base/mia@example.com", to: services.public)
        _ = await send("/base/mia@example.com?a=b", to: services.public)
        _ = await send("/health/live", to: services.admin)
        let counts = registry.text().split(separator: "\n").filter { $0.hasPrefix("gatehouse_http_requests_total{") }
        #expect(
            Set(counts) == [
                "gatehouse_http_requests_total{route=\"/oauth2/keys\",method=\"GET\",status=\"200\"} 1",
                "gatehouse_http_requests_total{route=\"/oauth2/keys\",method=\"DELETE\",status=\"405\"} 1",
                "gatehouse_http_requests_total{route=\"unknown\",method=\"GET\",status=\"404\"} 2",
                "gatehouse_http_requests_total{route=\"/health/live\",method=\"GET\",status=\"200\"} 1",
            ]
        )
    }
}
