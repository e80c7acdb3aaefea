import Foundation
import MSAL
import Testing

@Suite struct AuthorityTests {
    @Test(arguments: [
        ("https://example.ciamlogin.com", "https://example.ciamlogin.com/example.onmicrosoft.com"),
        ("https://example.ciamlogin.com/", "https://example.ciamlogin.com/example.onmicrosoft.com"),
        (
            "https://example.ciamlogin.com/example.onmicrosoft.com",
            "https://example.ciamlogin.com/example.onmicrosoft.com"
        ),
        ("https://id.example.com/default?a=b#c", "https://id.example.com/default"),
        ("https://id.example.com/default/", "https://id.example.com/default"),
        ("https://127.0.0.1:8443/default", "https://127.0.0.1:8443/default"),
        ("http://localhost:8080/default", "http://localhost:8080/default"),
        ("http://127.0.0.1:8080/default", "http://127.0.0.1:8080/default"),
    ])
    func derivesTenantURL(given: String, tenant: String) throws {
        let authority = try MSALCIAMAuthority(url: try #require(URL(string: given)))
        #expect(authority.url.absoluteString == tenant)
    }

    @Test(arguments: [
        "http://id.example.com/default", "https://intranet/default", "ftp://id.example.com", "id.example.com",
    ])
    func rejectsInvalidAuthorityURL(given: String) throws {
        let url = try #require(URL(string: given))
        let error = #expect(throws: NSError.self) { try MSALCIAMAuthority(url: url) }
        #expect(error?.domain == MSALErrorDomain)
        #expect(error?.code == MSALError.internal.rawValue)
    }

    @Test func acceptsOnlyMicrosoftHostsWhenValidating() throws {
        let own = try #require(URL(string: "https://id.example.com/default"))
        let vendorURL = try #require(URL(string: "https://example.ciamlogin.com/"))
        #expect(throws: NSError.self) { try MSALCIAMAuthority(url: own, validateFormat: true) }
        #expect(try MSALCIAMAuthority(url: vendorURL, validateFormat: true).url.path() == "/example.onmicrosoft.com")
    }

    @Test func buildsAuthorityFromSubdomain() throws {
        let config = try MSALNativeAuthPublicClientApplicationConfig(
            clientId: "app",
            tenantSubdomain: "example",
            challengeTypes: [.OOB]
        )
        #expect(config.authority.url.absoluteString == "https://example.ciamlogin.com/example.onmicrosoft.com")
        #expect(config.challengeTypes == [.OOB])
        #expect(config.capabilities == [])
    }
}
