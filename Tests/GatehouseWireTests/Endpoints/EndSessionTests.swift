import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EndSessionTests {
    @Test func readsBackWrittenRequest() throws {
        let request = EndSessionRequest(
            idTokenHint: "a.b.c",
            logoutHint: "h",
            clientID: "app",
            postLogoutRedirectURI: RedirectURI(rawValue: "https://app.example.com/bye"),
            state: "s",
            uiLocales: ["de", "en"]
        )
        #expect(try EndSessionRequest(parameters: Parameters(formEncoded: request.parameters.formEncoded)) == request)
        #expect(EndSessionRequest(parameters: Parameters()) == EndSessionRequest())
    }

    @Test(arguments: [
        "post_logout_redirect_uri=/bye", "post_logout_redirect_uri=javascript:x", "id_token_hint=a&id_token_hint=b",
        "state=a&state=b", "client_id=a&client_id=b",
    ])
    func treatsUnreadableParameterAsAbsent(_ query: String) throws {
        #expect(try EndSessionRequest(parameters: Parameters(formEncoded: query)) == EndSessionRequest())
    }

    @Test func redirectsWithState() throws {
        let response = EndSessionResponse(
            redirectURI: RedirectURI(rawValue: "https://app.example.com/bye"),
            state: "a b"
        )
        #expect(response.status == .seeOther)
        #expect(response.fields[.location] == "https://app.example.com/bye?state=a%20b")
        #expect(try EndSessionResponse(body: Data(), fields: response.fields) == response)
    }

    @Test func showsPageWithoutRedirectURI() throws {
        let response = EndSessionResponse(redirectURI: nil, state: "s")
        #expect(response.status == .ok)
        #expect(response.fields == [.cacheControl: "no-store"])
        #expect(try EndSessionResponse(body: Data(), fields: [:]) == EndSessionResponse(redirectURI: nil, state: nil))
    }
}
