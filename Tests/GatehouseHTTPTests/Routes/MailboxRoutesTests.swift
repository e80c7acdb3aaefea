import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct MailboxRoutesTests {
    @Test func servesMailAsPagesAndJSON() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        #expect(await browser.page.contains(#"href="/dev/mail" target="_blank" rel="noopener""#))
        let code = try #require(try await web.server.mailedCode(to: "ada@example.com"))

        await browser.open(try web.url("/dev/mail"))
        #expect(await browser.page.contains("ada@example.com"))
        let link = try #require(await browser.page.firstMatch(of: /href="(\/dev\/mail\/[^"\/]+)"/)).output.1
        await browser.open(try web.url(String(link)))
        #expect(await browser.page.contains(code))
        let html = await web.send(.get, String(link) + "/html")
        #expect(html.text.contains(code.prefix(4)))
        #expect(html.fields[.contentSecurityPolicy]?.contains("sandbox") == true)

        for response in [
            await web.send(.get, "/dev/mail.json"),
            await web.send(.get, "/dev/mail", fields: [.accept: "application/json"]),
        ] {
            let mails = try JSONCoding.decode([JSONValue].self, from: response.body)
            #expect(mails.count == 1)
            #expect(mails.first?["to"]?.string == "ada@example.com")
            #expect(mails.first?["subject"]?.string?.contains(code) == true)
        }
        #expect(await web.send(.get, "/dev/mail/unknown").status == .notFound)
        #expect(await web.send(.get, "/").fields[.location] == "/dev/mail")
    }

    @Test func respondsNotFoundOutsideDevelopmentMode() async throws {
        let server = TestServer()
        let service = HTTPService(server: server.identity)
        for path in ["/dev/mail", "/dev/mail.json", "/dev/mail/x"] {
            let request = HTTPRequest(method: .get, scheme: "https", authority: "login.example.com", path: path)
            #expect(await service.answer(request, body: Data(), address: nil).status == .notFound)
        }
        let request = HTTPRequest(method: .get, scheme: "https", authority: "login.example.com", path: "/device")
        #expect(await !service.answer(request, body: Data(), address: nil).text.contains("/dev/mail"))
    }
}
