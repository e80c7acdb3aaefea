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
        accept: String? = nil
    ) async -> ServerResponse {
        var request = HTTPRequest(method: method, scheme: "http", authority: "localhost:9090", path: path)
        request.headerFields[.accept] = accept
        return await service.answer(request, body: Data(), address: "192.0.2.7")
    }

    private func services() -> (public: HTTPService, admin: HTTPService) {
        let server = TestServer(issuer: "https://login.example.com/base").identity
        let metrics = RequestMetrics(registry)
        return (
            HTTPService(server: server, metrics: metrics),
            HTTPService(administering: server, exposing: registry, metrics: metrics)
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
