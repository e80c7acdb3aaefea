import GatehouseServer
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseHTTP

@Suite struct FormErrorsTests {
    private let settings = ServerSettings(
        issuer: "https://id.example.com",
        isDevelopment: false,
        mailFrom: "id@example.com"
    )

    private func problem(_ error: FlowError) -> FormErrors? {
        FormErrors(error, form: Parameters(), settings: settings)
    }

    @Test func reportsExceededAttemptLimit() throws {
        let page = try #require(problem(.limited(retryAfter: 59.5)))
        #expect(page.alert == .tooManyTries(seconds: 60))
        #expect(page.status == .tooManyRequests)
        #expect(page.retryAfter == 60)
    }

    @Test func reportsOverloadWithoutBlamingUser() throws {
        let page = try #require(problem(.overloaded(retryAfter: 2)))
        #expect(page.alert == .busy(seconds: 2))
        #expect(page.status == .serviceUnavailable)
        #expect(page.retryAfter == 2)
    }

    @Test func distinguishesOverloadFromTooManyAttemptsInEveryLanguage() {
        for language in Language.allCases {
            let text = StringTable.of(language)
            #expect(text["message.busy"]?.contains("{wait}") == true, "\(language)")
            #expect(text["message.busy"] != text["message.tooManyTries"], "\(language)")
        }
    }
}

@Suite struct WaitTimeTests {
    @Test(arguments: [
        (0, "1 second"), (1, "1 second"), (2, "2 seconds"), (119, "119 seconds"), (120, "2 minutes"),
        (121, "3 minutes"), (840, "14 minutes"), (7_199, "120 minutes"), (7_200, "2 hours"), (7_201, "3 hours"),
        (86_338, "24 hours"),
    ])
    func choosesReadableUnit(seconds: Int, time: String) {
        #expect(page(seconds, .english).contains("Try again in \(time)."))
    }

    @Test(arguments: [
        (Language.german, "24 Stunden", "14 Minuten", "40 Sekunden"), (.japanese, "24時間", "14分", "40秒"),
        (.simplifiedChinese, "24 小时", "14 分钟", "40 秒"),
    ])
    func localizesUnits(language: Language, hours: String, minutes: String, seconds: String) {
        #expect(page(86_338, language).contains(hours))
        #expect(page(840, language).contains(minutes))
        #expect(page(40, language).contains(seconds))
    }

    /// The texts have no form for one minute or one hour.
    @Test func countsMinutesAndHoursFromTwo() {
        let text = PageText(table: .of(.english), arguments: [:])
        for seconds in 0...10_000 {
            let wait = WaitTime(seconds: seconds).text(text)
            #expect(wait != "1 minutes" && wait != "1 hours" && wait != "1 seconds", "\(seconds)")
        }
    }

    private func page(_ seconds: Int, _ language: Language) -> String {
        PageRenderer().render(
            ErrorPage(kind: .tooManyRequests, retryAfter: seconds),
            in: PageContext(language: language, issuerHost: "login.example.com")
        )
    }
}
