import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct JSONEndpointTests {
    @Test func encodesSegmentsOfPath() {
        #expect(AccountAPI.WithdrawApp.path("a/b ü") == "/account/v1/apps/a%2Fb%20%C3%BC")
        #expect(AccountAPI.VerifyAddress.path("x") == "/account/v1/addresses/x/verify")
        #expect(AccountAPI.GetAccount.path() == "/account/v1/me")
        #expect(AccountAPI.VerifyAddress.segments == ["id"])
    }

    @Test func givesEveryOperationUniqueNameAndPath() {
        let endpoints = AccountAPI.endpoints
        #expect(Set(endpoints.map { $0.operation.id }).count == endpoints.count)
        #expect(Set(endpoints.map { "\($0.method) \($0.path)" }).count == endpoints.count)
        #expect(endpoints.allSatisfy { $0.path.hasPrefix("/account/v1/") })
    }

    @Test func derivesStatusAndProblems() {
        #expect(AccountAPI.EndSession.status == .noContent)
        #expect(AccountAPI.GetAccount.status == .ok)
        #expect(AccountAPI.AddAddress.status == .created)
        #expect(AccountAPI.GetAccount.allProblems.isDisjoint(with: [.notFound, .invalidValue, .preconditionFailed]))
        #expect(AccountAPI.UpdateAccount.allProblems.isSuperset(of: [.preconditionFailed, .preconditionRequired]))
        #expect(AccountAPI.EndSession.allProblems.contains(.notFound))
        #expect(AccountAPI.DeleteAccount.allProblems.contains(.insufficientUserAuthentication))
    }

    @Test(
        arguments: [
            ("", 50, nil), ("limit=1", 1, nil), ("limit=100&cursor=abc", 100, "abc"), ("other=1", 50, nil),
        ] as [(String, Int, String?)]
    )
    func readsPageRequest(query: String, limit: Int, cursor: String?) throws {
        let request = try PageRequest(parameters: Parameters(formEncoded: query))
        #expect(request == PageRequest(limit: limit, cursor: cursor))
        #expect(try PageRequest(parameters: request.parameters) == request)
    }

    @Test(arguments: [
        "limit=0", "limit=101", "limit=-1", "limit=x", "limit=1&limit=2", "limit=99999999999999999999",
        "cursor=a%0Ab", "cursor=" + String(repeating: "a", count: 513), "cursor=a&cursor=b",
    ])
    func rejectsInvalidPageRequest(query: String) throws {
        let parameters = try Parameters(formEncoded: query)
        #expect(throws: OAuthError.self) { try PageRequest(parameters: parameters) }
    }
}
