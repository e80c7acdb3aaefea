import CoreMetrics
import GatehouseMetrics
import Testing

@Suite struct MetricsRegistryTests {
    private static let sizes = MetricDefinition(.histogram, "sizes", "Sizes.", buckets: [1, 2.5])
    private static let events = MetricDefinition(.counter, "events_total", "Events\nby \"kind\".", labels: ["kind"])

    /// Returns the lines about a metric that are no comments.
    private func samples(of name: String, in registry: MetricsRegistry) -> [String] {
        registry.text().split(separator: "\n").map(String.init).filter { $0.hasPrefix(name) }
    }

    @Test func exposesOpenMetrics() {
        let registry = MetricsRegistry([Self.events, .cpu, .build, .sessions])
        LabelledCounter(Self.events, values: ["a\\b\"\n"], in: registry).increment("a\\b\"\n", by: 3)
        registry.observe(.cpu) { 0.25 }
        registry.inform(.build, labels: ["1.0"])
        _ = GatehouseMetrics.Gauge(.sessions, in: registry)
        #expect(
            registry.text() == """
                # HELP events Events\\nby \\"kind\\".
                # TYPE events counter
                events_total{kind="a\\\\b\\"\\n"} 3
                events_total{kind="other"} 0
                # HELP process_cpu_seconds Processor time of the process, in user and system mode.
                # TYPE process_cpu_seconds counter
                # UNIT process_cpu_seconds seconds
                process_cpu_seconds_total 0.25
                # HELP gatehouse_build The version of the server.
                # TYPE gatehouse_build info
                gatehouse_build_info{version="1.0"} 1
                # HELP gatehouse_sessions \(MetricDefinition.sessions.help)
                # TYPE gatehouse_sessions gauge
                # EOF

                """
        )
    }

    @Test func exposesOlderFormat() {
        let registry = MetricsRegistry([.cpu, .build])
        registry.observe(.cpu) { 2 }
        registry.inform(.build, labels: ["1.0"])
        #expect(
            registry.text(.prometheus) == """
                # HELP process_cpu_seconds_total Processor time of the process, in user and system mode.
                # TYPE process_cpu_seconds_total counter
                process_cpu_seconds_total 2
                # HELP gatehouse_build_info The version of the server.
                # TYPE gatehouse_build_info gauge
                gatehouse_build_info{version="1.0"} 1

                """
        )
    }

    @Test(
        arguments: [
            (nil, MetricsFormat.openMetrics), ("*/*", .openMetrics), ("text/plain", .prometheus),
            ("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", .openMetrics),
        ] as [(String?, MetricsFormat)]
    )
    func prefersOpenMetrics(accept: String?, format: MetricsFormat) {
        #expect(MetricsFormat(accept: accept) == format)
    }

    @Test func accumulatesBuckets() {
        let registry = MetricsRegistry([Self.sizes])
        let histogram = SizeHistogram(Self.sizes, in: registry)
        for size in [1, 2, 2, 3, 40] { histogram.record(size) }
        let expected = [
            "sizes_bucket{le=\"1.0\"} 1", "sizes_bucket{le=\"2.5\"} 3", "sizes_bucket{le=\"+Inf\"} 5", "sizes_count 5",
            "sizes_sum 48",
        ]
        #expect(samples(of: "sizes", in: registry) == expected)
    }

    @Test func recordsDurationsInSeconds() {
        let registry = MetricsRegistry([.commitDuration])
        let histogram = DurationHistogram(.commitDuration, in: registry, uptime: { .seconds(100) })
        histogram.record(since: .seconds(100) - .milliseconds(2))
        histogram.record(since: .seconds(98))
        let lines = samples(of: "gatehouse_store_commit_duration_seconds", in: registry)
        #expect(lines.contains("gatehouse_store_commit_duration_seconds_bucket{le=\"0.001\"} 0"))
        #expect(lines.contains("gatehouse_store_commit_duration_seconds_bucket{le=\"0.0025\"} 1"))
        #expect(lines.contains("gatehouse_store_commit_duration_seconds_bucket{le=\"1.0\"} 1"))
        #expect(lines.contains("gatehouse_store_commit_duration_seconds_bucket{le=\"2.5\"} 2"))
        #expect(
            lines.suffix(2) == [
                "gatehouse_store_commit_duration_seconds_count 2", "gatehouse_store_commit_duration_seconds_sum 2.002",
            ]
        )
    }

    @Test func countsUnknownValuesTogether() {
        let registry = MetricsRegistry([Self.events])
        let counter = LabelledCounter(Self.events, values: ["a"], in: registry)
        for value in ["a", "mia@example.com", "b"] { counter.increment(value) }
        #expect(
            Set(samples(of: "events", in: registry)) == [
                "events_total{kind=\"a\"} 1", "events_total{kind=\"other\"} 2",
            ]
        )
    }

    @Test func setsGaugesOfKnownValues() {
        let registry = MetricsRegistry([.queueLength])
        let gauge = LabelledGauge(.queueLength, values: ["message", "logout"], in: registry)
        gauge.set(7, of: "message")
        gauge.set(1, of: "unknown")
        #expect(
            samples(of: "gatehouse_message", in: registry) == ["gatehouse_message_queue_length{queue=\"message\"} 7"]
        )
    }

    @Test func countsRequestsByRouteMethodAndStatus() {
        let registry = MetricsRegistry([.requests, .requestDuration])
        let metrics = RequestMetrics(registry)
        metrics.route("/a").record(method: "GET", status: 200, duration: .seconds(1))
        metrics.route("/a").record(method: "GET", status: 200, duration: .seconds(1))
        metrics.route("/a").record(method: "BREW", status: 418, duration: .seconds(1))
        metrics.route("/b").record(method: "POST", status: 999, duration: .seconds(1))
        #expect(
            Set(samples(of: "gatehouse_http_requests_total", in: registry)) == [
                "gatehouse_http_requests_total{route=\"/a\",method=\"GET\",status=\"200\"} 2",
                "gatehouse_http_requests_total{route=\"/a\",method=\"other\",status=\"other\"} 1",
                "gatehouse_http_requests_total{route=\"/b\",method=\"POST\",status=\"other\"} 1",
            ]
        )
        let counts = samples(of: "gatehouse_http_request_duration_seconds_count", in: registry)
        #expect(
            Set(counts) == [
                "gatehouse_http_request_duration_seconds_count{route=\"/a\"} 3",
                "gatehouse_http_request_duration_seconds_count{route=\"/b\"} 1",
            ]
        )
    }

    @Test func countsConcurrentEventsExactly() async {
        let registry = MetricsRegistry([.hashRejections, .readBatch])
        let counter = EventCounter(.hashRejections, in: registry)
        let histogram = SizeHistogram(.readBatch, in: registry)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.increment()
                        histogram.record(2)
                    }
                }
            }
        }
        #expect(
            samples(of: "gatehouse_password", in: registry) == ["gatehouse_password_hash_rejections_total 8000"]
        )
        #expect(
            samples(of: "gatehouse_store_read_batch_size_sum", in: registry) == [
                "gatehouse_store_read_batch_size_sum 16000"
            ]
        )
    }

    /// Libraries that record with swift-metrics choose their labels themselves.
    @Test func hidesMetricsWithoutDefinition() {
        let registry = MetricsRegistry([Self.events])
        Counter(label: "unknown_total", dimensions: [("user", "mia")], factory: registry).increment()
        #expect(!registry.text().contains("unknown"))
    }

    @Test func exposesMetricsOfProcess() throws {
        let registry = MetricsRegistry([.cpu, .fileLimit, .startTime])
        ProcessMetrics.expose(in: registry, startedAt: 1_700_000_000)
        let lines = registry.text().split(separator: "\n").filter { $0.hasPrefix("process") }
        #expect(
            lines.map { $0.split(separator: " ")[0] } == [
                "process_cpu_seconds_total", "process_max_fds", "process_start_time_seconds",
            ]
        )
        #expect(lines.last == "process_start_time_seconds 1700000000")
        #expect(lines.allSatisfy { $0.split(separator: " ").last.flatMap { Double($0) }.map { $0 > 0 } == true })
    }
}
