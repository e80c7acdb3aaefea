import GatehouseHTTP
import GatehouseServer
import Testing

@Suite struct WaitTimeTests {
    @Test(arguments: [
        (0, "1 second"), (1, "1 second"), (2, "2 seconds"), (119, "119 seconds"), (120, "2 minutes"),
        (121, "3 minutes"), (840, "14 minutes"), (7_199, "120 minutes"), (7_200, "2 hours"), (7_201, "3 hours"),
        (86_338, "24 hours"),
    ])
    func theUnitIsTheOneThatPeopleWouldChoose(seconds: Int, time: String) {
        #expect(page(seconds, .english).contains("Please wait \(time), then try again."))
    }

    @Test(arguments: [
        (Language.german, "24 Stunden", "14 Minuten", "40 Sekunden"), (.japanese, "24 時間", "14 分", "40 秒"),
        (.simplifiedChinese, "24 小时", "14 分钟", "40 秒"),
    ])
    func everyLanguageHasItsUnits(language: Language, hours: String, minutes: String, seconds: String) {
        #expect(page(86_338, language).contains(hours))
        #expect(page(840, language).contains(minutes))
        #expect(page(40, language).contains(seconds))
    }

    private func page(_ seconds: Int, _ language: Language) -> String {
        PageRenderer().render(
            ErrorPage(kind: .tooMany, retryAfter: seconds),
            in: PageContext(language: language, issuerHost: "login.example.com")
        )
    }
}
