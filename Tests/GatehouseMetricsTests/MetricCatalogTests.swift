import Foundation
import GatehouseMetrics
import Testing

@Suite struct MetricCatalogTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func followsNamingRules() {
        let all = MetricDefinition.all
        #expect(Set(all.map(\.name)).count == all.count)
        for metric in all {
            #expect(metric.name.hasPrefix("gatehouse_") || metric.name.hasPrefix("process_"), "\(metric.name)")
            #expect(metric.name.hasSuffix("_total") == (metric.kind == .counter), "\(metric.name)")
            #expect(metric.name.hasSuffix("_info") == (metric.kind == .info), "\(metric.name)")
            #expect(metric.buckets.isEmpty == (metric.kind != .histogram), "\(metric.name)")
            #expect(metric.buckets == metric.buckets.sorted(), "\(metric.name)")
            #expect(metric.help.hasSuffix("."), "\(metric.name)")
        }
    }

    @Test func isDocumentedCompletely() throws {
        let guide = try String(contentsOf: Self.root.appending(path: "docs/monitoring.md"), encoding: .utf8)
        let rows = guide.split(separator: "\n").filter { $0.hasPrefix("| `gatehouse_") || $0.hasPrefix("| `process_") }
        let expected = MetricDefinition.all.map { metric in
            let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
            return ["`\(metric.name)`", metric.kind.rawValue, labels, metric.help].reduce("|") { row, cell in
                row + (cell.isEmpty ? " |" : " \(cell) |")
            }
        }
        #expect(rows.map(String.init) == expected)
    }
}
