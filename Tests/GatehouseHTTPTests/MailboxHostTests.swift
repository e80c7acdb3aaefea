import Foundation
import GatehouseHTTP
import GatehouseTesting
import HTTPTypes
import Testing

/// The host names under which the development mailbox is served.
@Suite struct MailboxHostTests {
    private func response(_ host: String, _ path: String) async -> ServerResponse {
        let request = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
        return await TestServer().service.answer(request, body: Data(), address: nil)
    }

    private func status(_ host: String, _ path: String) async -> Int { await response(host, path).status.code }

    @Test(arguments: ["login.example.com", "login.example.com:8080", "localhost:8080", "127.0.0.1", "[::1]:8080"])
    func servesMailboxUnderServersOwnHostNames(host: String) async {
        #expect(await status(host, "/dev/mail") == 200)
        #expect(await status(host, "/dev/mail.json") == 200)
    }

    @Test(arguments: ["evil.example.com", "localhost.evil.example.com", "login.example.com@evil.example.com"])
    func rejectsForeignHostNames(host: String) async {
        for path in ["/", "/dev/mail", "/dev/mail.json", "/dev/mail/x", "/dev/mail/x/html"] {
            #expect(await status(host, path) == 403, "\(path)")
        }
        let page = String(decoding: await response(host, "/dev/mail").body, as: UTF8.self)
        #expect(page.contains("You can’t open this page"))
    }
}
