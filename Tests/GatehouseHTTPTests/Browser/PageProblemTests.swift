import GatehouseServer
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseHTTP

@Suite struct PageProblemTests {
    private let settings = ServerSettings(
        issuer: "https://id.example.com",
        isDevelopment: false,
        mailFrom: "id@example.com"
    )

    private func problem(_ error: TransactionError) -> PageProblem? {
        PageProblem(error, form: Parameters(), settings: settings)
    }

    @Test func whoeverTriesTooOftenIsToldSo() throws {
        let page = try #require(problem(.limited(retryAfter: 59.5)))
        #expect(page.alert == .tooManyTries(seconds: 60))
        #expect(page.status == .tooManyRequests)
        #expect(page.retryAfter == 60)
    }

    @Test func aServerThatHasTooMuchToDoDoesNotBlameThePerson() throws {
        let page = try #require(problem(.overloaded(retryAfter: 2)))
        #expect(page.alert == .busy(seconds: 2))
        #expect(page.status == .serviceUnavailable)
        #expect(page.retryAfter == 2)
    }

    @Test func inEveryLanguageThatIsSaidInOtherWordsThanTooManyTries() {
        for language in Language.allCases {
            let text = StringTable.of(language)
            #expect(text["message.busy"]?.contains("{wait}") == true, "\(language)")
            #expect(text["message.busy"] != text["message.tooManyTries"], "\(language)")
        }
    }
}
