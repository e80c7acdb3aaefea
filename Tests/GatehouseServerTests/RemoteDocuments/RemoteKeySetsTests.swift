import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct RemoteKeySetsTests {
    private let fetcher = StubFetcher()
    private let untrusted = StubFetcher()
    private let keySets: RemoteKeySets
    private let url: RemoteURL

    init() throws {
        url = try #require(RemoteURL("https://app.example.com/keys"))
        keySets = RemoteKeySets(fetcher: fetcher, untrusted: untrusted, environment: fetcher.environment)
    }

    private func publish(_ keyIDs: String...) { publish(keyIDs) }

    private func publish(_ keyIDs: [String]) {
        let keys = keyIDs.map { #"{"kty":"EC","crv":"P-256","kid":"\#($0)","x":"AA","y":"AA"}"# }
        fetcher.set(url, #"{"keys":[\#(keys.joined(separator: ","))]}"#)
    }

    private func keyIDs(refreshed isRefreshed: Bool = false) async throws(OAuthError) -> [String?] {
        try await keySets.keys(at: url.text, ofTrustedParty: true, refreshed: isRefreshed).keys.map(\.keyID)
    }

    @Test func findsNewKeyAtOnce() async throws {
        publish("1")
        #expect(try await keyIDs() == ["1"])
        publish("1", "2")
        fetcher.clock.advance(by: 30)
        #expect(try await keyIDs() == ["1"])
        #expect(try await keyIDs(refreshed: true) == ["1", "2"])
        #expect(try await keyIDs() == ["1", "2"])
    }

    /// Each forged signature would cost the work of all keys.
    @Test func rejectsSetWithTooManyKeys() async throws {
        publish((1...RemoteKeySets.maximumKeys).map { "\($0)" })
        #expect(try await keyIDs().count == RemoteKeySets.maximumKeys)
        publish((0...RemoteKeySets.maximumKeys).map { "\($0)" })
        fetcher.clock.advance(by: 3_600)
        #expect(try await keyIDs().isEmpty)
    }

    @Test func refreshesOncePer30SecondsForUnknownKeys() async throws {
        publish("1")
        for _ in 1...100 { #expect(try await keyIDs(refreshed: true) == ["1"]) }
        #expect(fetcher.requests.count == 1)
        fetcher.clock.advance(by: 29)
        _ = try await keyIDs(refreshed: true)
        #expect(fetcher.requests.count == 1)
        fetcher.clock.advance(by: 1)
        _ = try await keyIDs(refreshed: true)
        #expect(fetcher.requests.count == 2)
    }

    @Test func usesKeysForADayWhileServerFails() async throws {
        publish("1")
        #expect(try await keyIDs() == ["1"])
        fetcher.set(url, .unreachable)
        fetcher.clock.advance(by: 600 + 86_399)
        #expect(try await keyIDs() == ["1"])
        fetcher.clock.advance(by: 1)
        await #expect(throws: OAuthError.busy) { try await keyIDs() }
    }

    /// A signature is not invalid because the key cannot be known.
    @Test func isUnavailableIfNewerKeysCannotBeFetched() async throws {
        publish("1")
        #expect(try await keyIDs() == ["1"])
        fetcher.set(url, .timedOut)
        fetcher.clock.advance(by: 30)
        await #expect(throws: OAuthError.busy) { try await keyIDs(refreshed: true) }
        #expect(try await keyIDs() == ["1"])
    }

    /// The response to a name of the operator's network is that to a name that does not exist.
    @Test(arguments: [RemoteDocumentError.unreachable, .forbiddenAddress])
    func isUnavailableIfKeysCannotBeFetched(error: RemoteDocumentError) async throws {
        fetcher.set(url, error)
        await #expect(throws: OAuthError.busy) { try await keyIDs() }
    }

    @Test func hasNoKeysAfterTheirWithdrawal() async throws {
        publish("1")
        #expect(try await keyIDs() == ["1"])
        fetcher.set(url, .status(404))
        fetcher.clock.advance(by: 600)
        #expect(try await keyIDs() == [])
    }

    /// Clients that register themselves can name any number of hosts that do not respond, also hosts of others.
    @Test(.timeLimit(.minutes(1)))
    func fetchesKeysOfTrustedPartiesSeparately() async throws {
        publish("1")
        untrusted.set(url, .timedOut)
        await #expect(throws: OAuthError.busy) {
            try await keySets.keys(at: url.text, ofTrustedParty: false, refreshed: false)
        }
        untrusted.hold()
        let waiting = Task { [keySets] in
            try await keySets.keys(at: "https://silent.example.net/", ofTrustedParty: false, refreshed: false)
        }
        #expect(try await keyIDs() == ["1"])
        #expect(fetcher.requests == [url.text])
        untrusted.release()
        #expect(try await waiting.value.keys.isEmpty)
    }

    @Test(arguments: ["", "[]", "{}", #"{"keys":{}}"#, "<html>"])
    func hasNoKeysOfInvalidDocument(text: String) async throws {
        fetcher.set(url, text)
        #expect(try await keyIDs() == [])
    }

    @Test(arguments: ["", "http://app.example.com/keys", "file:///etc/passwd", "https://user@app.example.com/keys"])
    func hasNoKeysAtInvalidURL(uri: String) async throws {
        #expect(try await keySets.keys(at: uri, ofTrustedParty: true, refreshed: true).keys == [])
        #expect(fetcher.requests == [])
    }
}
