package import GatehouseStore
import GatehouseWire

extension Resource {
    static let table = SQLTable<Resource>(
        "resources",
        [
            ("id", { .value($0.id) }),
            ("name", { .text($0.name) }),
            ("scopes", { resource throws(StoreError) in try .json(resource.scopes) }),
            ("token_format", { .value($0.tokenFormat) }),
            ("algorithm", { .value($0.algorithm) }),
            ("token_lifetime", { .optionalInteger($0.tokenLifetime.map { Int($0) }) }),
            ("introspectors", { resource throws(StoreError) in try .json(resource.introspectors) }),
            ("introspects", { resource throws(StoreError) in try .json(resource.introspects) }),
            ("requires_dpop", { .bool($0.requiresDPoP) }),
            ("revision", { .integer($0.revision) }),
            ("created_at", { .date($0.createdAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            name: try row.text("name"),
            scopes: try row.sharedJSON("scopes"),
            tokenFormat: try row.value("token_format"),
            algorithm: try row.value("algorithm"),
            tokenLifetime: try row.optionalInteger("token_lifetime").map { Double($0) },
            introspectors: try row.sharedJSON("introspectors"),
            introspects: try row.sharedJSON("introspects"),
            requiresDPoP: try row.bool("requires_dpop"),
            revision: try row.integer("revision"),
            createdAt: try row.date("created_at")
        )
    }

    package static let all: SQLText = "\(table.selection) ORDER BY created_at, sequence"
}
