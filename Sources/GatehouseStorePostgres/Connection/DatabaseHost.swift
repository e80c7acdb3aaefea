import CLibPQ
import GatehouseWire

/// One of several hosts in a database URL.
struct DatabaseHost: Sendable, Hashable {
    private let values: [String: String]

    /// Returns the hosts of a URL; `nil` if there is only one, or none.
    static func all(in url: Secret) -> [DatabaseHost]? {
        guard let options = unsafe PQconninfoParse(url.reveal(), nil) else { return nil }
        defer { unsafe PQconninfoFree(options) }
        var lists: [String: [String]] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                let list = unsafe String(cString: value).split(separator: ",", omittingEmptySubsequences: false)
                unsafe lists[String(cString: keyword)] = list.map(String.init)
            }
            unsafe option += 1
        }
        let count = max(lists["host"]?.count ?? 0, lists["hostaddr"]?.count ?? 0)
        guard count > 1 else { return nil }
        return (0..<count).map { index in
            // One port may serve all hosts. libpq rejects lists that do not match.
            var values: [String: String] = [:]
            for name in ["host", "hostaddr", "port"] {
                guard let list = lists[name] else { continue }
                let value = list.indices.contains(index) ? list[index] : list.last
                // libpq lists an empty port for each host without one, and ignores empty parameters.
                values[name] = name == "port" && value == "" ? "5432" : value
            }
            return DatabaseHost(values: values)
        }
    }

    /// The parameters for libpq, which replace those of the URL.
    var parameters: [(String, String)] { values.map { ($0.key, $0.value) } }
}
