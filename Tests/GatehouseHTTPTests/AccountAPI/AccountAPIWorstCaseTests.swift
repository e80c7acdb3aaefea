import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Checks that the worst requests of the allowed size to the account API do not block the event loop, as
/// ``WorstCaseTests`` does for others.
@Suite(.serialized) struct AccountAPIWorstCaseTests {
    private static let operations: [any AccountEndpoint.Type] = AccountAPI.endpoints.filter { $0.hasBody }

    private func request(
        _ method: HTTPRequest.Method,
        _ path: String,
        by api: AccountAPIFixture,
        fields: HTTPFields = [:]
    ) -> HTTPRequest {
        var request = HTTPRequest(
            method: method,
            scheme: "https",
            authority: "login.example.com",
            path: AccountAPI.root + path
        )
        let usual: HTTPFields = [
            .authorization: AuthorizationHeader.bearer(api.token).encoded, .contentType: "application/json",
            .ifMatch: "*",
        ]
        request.headerFields = usual.merging(fields)
        return request
    }

    /// Members that each fill a body up to its limit.
    private static let members: [(HTTPRequest.Method, String, @Sendable (String) -> JSONValue)] = [
        (.patch, "/me", { ["attributes": ["given_name": .string($0)]] }),
        (.patch, "/me", { ["attributes": .object([String($0.prefix(100)): .string($0)])] }),
        (.put, "/password", { ["new_password": .string($0)] }),
        (.post, "/addresses", { ["kind": "email", "value": .string($0)] }),
        (.post, "/addresses", { ["kind": "email", "value": .string($0 + "@example.com")] }),
        (.post, "/addresses", { ["kind": "phone", "value": .string("+" + $0)] }),
        (.post, "/addresses/{id}/verify", { ["code": .string($0)] }),
        (.post, "/credential-enrolments", { ["kind": .string($0)] }),
        (.post, "/credentials", { ["enrolment": .string($0), "code": "123456"] }),
        (.post, "/credentials", { ["enrolment": "x", "name": .string($0), "passkey": ["id": "x"]] }),
        (.patch, "/credentials/{id}", { ["name": .string($0)] }),
    ]

    @Test(arguments: members.indices) func processesWorstCaseMemberInLinearTime(index: Int) async throws {
        let (method, path, body) = Self.members[index]
        let api = try await AccountAPIFixture(limits: .unlimited)
        let id = try await api.add("email", "ada@example.org")
        let thread = MeasuredThread()
        defer { thread.end() }
        for text in WorstCaseText.allCases {
            try await api.server.expectQuick("\(method) \(path) \(text)", measuring: thread) { share in
                (
                    request(method, path.replacing("{id}", with: id), by: api),
                    JSONCoding.encode(body(text.text(48 * 1024 / share)))
                )
            }
        }
    }

    @Test(arguments: operations.indices) func processesWorstCaseBodyInLinearTime(index: Int) async throws {
        let endpoint = Self.operations[index]
        let api = try await AccountAPIFixture(limits: .unlimited)
        let id = try await api.add("email", "ada@example.org")
        let path = String(endpoint.path.dropFirst(AccountAPI.root.count)).replacing("{id}", with: id)
        let thread = MeasuredThread()
        defer { thread.end() }
        for whole in WorstCaseBody.allCases {
            try await api.server.expectQuick("\(endpoint) \(whole)", measuring: thread) { share in
                (
                    request(endpoint.method, path, by: api),
                    Data(whole.body(ServerRequest.bodyLimit / share - 256).body.utf8)
                )
            }
        }
    }

    /// As many attributes as fit.
    @Test func processesManyAttributesInLinearTime() async throws {
        let api = try await AccountAPIFixture(limits: .unlimited)
        let thread = MeasuredThread()
        defer { thread.end() }
        for value in ["1", "null", #""a""#] {
            try await api.server.expectQuick(value, measuring: thread) { share in
                let members = (0..<4_000 / share).map { "\"a\($0)\":\(value)" }.joined(separator: ",")
                return (request(.patch, "/me", by: api), Data("{\"attributes\":{\(members)}}".utf8))
            }
        }
    }

    @Test(arguments: WorstCaseText.allCases)
    func processesWorstCaseHeadInLinearTime(text: WorstCaseText) async throws {
        let api = try await AccountAPIFixture(limits: .unlimited)
        let thread = MeasuredThread()
        defer { thread.end() }
        for path in ["/sessions", "/apps", "/activity"] {
            try await api.server.expectQuick(path, measuring: thread) { share in
                let cursor = FormCoding.encode(text.text(5 * 1024 / share))
                return (request(.get, "\(path)?cursor=\(cursor)", by: api), Data())
            }
            try await api.server.expectQuick("DELETE " + path, measuring: thread) { share in
                (request(.delete, "\(path)/\(FormCoding.encode(text.text(5 * 1024 / share)))", by: api), Data())
            }
        }
        for name in [HTTPField.Name.ifMatch, .authorization, .acceptLanguage, .contentType] {
            try await api.server.expectQuick(name.rawName, measuring: thread) { share in
                (request(.patch, "/me", by: api, fields: [name: text.text(15 * 1024 / share)]), Data("{}".utf8))
            }
        }
    }
}
