import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Sessions survive an upgrade to this version and a downgrade.
struct StoreFormatTests {
    private let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "example-app")

    @Test(arguments: [FileTokenStore.Protection.automatic, .plaintext, .keyFile])
    func readsFileOfFirstVersion(protection: FileTokenStore.Protection) async throws {
        try await stored(try fixture("sessions-1.json")) { directory, _ in
            let found = try await store(in: directory, protection).sessions(key)
            #expect(found == sessions())
        }
    }

    @Test func writesFileReadableByFirstVersion() throws {
        let fixture = try FirstFormat.read(try fixture("sessions-1.json"))
        #expect(try FirstFormat.read(try StoredDocument.encode(sessions(), for: key)) == fixture)
        #expect(try StoredDocument.encode(sessions(), for: key) == (try self.fixture("sessions-1.json")))
        var bare = sessions()
        bare.sessions[0].refreshToken = nil
        bare.sessions[0].idToken = nil
        bare.sessions[0].profile = nil
        bare.sessions[0].cachedTokens = nil
        bare.sessions[0].account = Account(id: "person-1")
        bare.current = nil
        bare.pendingRevocations = []
        let read = try FirstFormat.read(try StoredDocument.encode(bare, for: key))
        #expect(
            read.sessions.sessions[0].refresh == nil && read.sessions.current == nil
                && read.sessions.pendingRevocations == []
        )
        #expect(read.sessions.sessions[1] == fixture.sessions.sessions[1])
    }

    @Test func writesFileWithEveryMemberReadableByFirstVersion() async throws {
        let fixture = try fixture("sessions-1.json")
        try await stored(fixture) { directory, file in
            let sessions = busySessions()
            // A new optional member must be set in `busySessions` too.
            #expect(membersWithoutValue(of: sessions) == [] && membersWithoutValue(of: sessions.sessions[0]) == [])
            try await store(in: directory).save(sessions, for: key, replacing: 7)
            var expected = try FirstFormat.read(fixture)
            expected.sessions.generation = 8
            #expect(try FirstFormat.read(try Data(contentsOf: file)) == expected)
        }
    }

    @Test(arguments: [false, true])
    func readsFileRewrittenByFirstVersion(carriesOver: Bool) async throws {
        let busy = busySessions()
        let document = try StoredDocument.encode(busy, for: key)
        var first = try FirstFormat.read(document)
        let known = try FirstFormat.write(first)
        // The first version has refreshed, and the second user's session has ended.
        first.sessions.generation = 9
        first.sessions.sessions[0].access = "access-new"
        first.sessions.sessions[0].refresh = "refresh-new"
        first.sessions.sessions[1...] = []
        var rewritten = try FirstFormat.write(first)
        if carriesOver { rewritten = try #require(UnknownJSONMembers(of: document, known: known)).added(to: rewritten) }
        try await stored(rewritten) { directory, _ in
            var expected = carriesOver ? busy : sessions()
            expected.generation = 9
            expected.sessions[0].accessToken = Secret("access-new")
            expected.sessions[0].refreshToken = Secret("refresh-new")
            expected.sessions[1...] = []
            let found = try #require(try await store(in: directory).sessions(key))
            #expect(found == expected)
            // The journal entry, which the first version did not know, belongs to a replaced token.
            #expect(
                found.sessions[0].lease.map { $0.entry.isOpen(for: found.sessions[0]) } == (carriesOver ? false : nil)
            )
            try await continuesSession(store(in: directory))
        }
    }

    /// Checks that the current client finds the user signed in and sends the stored refresh token.
    private func continuesSession(_ files: FileTokenStore) async throws {
        let app = try TestApp { $0.tokenStore = files }
        app.clock.advance(by: 3600)
        let session = try #require(try await app.gatehouse.session())
        #expect(session.account.id == "person-1")
        app.server.failNext(TokenEndpoint.path)
        #expect(try await failure { try await session.accessToken() }.code == .network)
        #expect(app.server.calls(TokenEndpoint.path).map { $0.parameters[.refreshToken] } == ["refresh-new"])
        await app.gatehouse.waitForPendingWork()
    }

    @Test func keepsFirstFormatUntilEveryAccountIsSignedOut() async throws {
        try await stored(try fixture("sessions-1.json")) { directory, file in
            let store = store(in: directory)
            var next = sessions()
            next.generation = 8
            next.sessions[0].refreshToken = Secret("refresh-new")
            try await store.save(next, for: key, replacing: 7)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.sessions[0].refresh == "refresh-new")

            // A second account does not change the format of the first.
            var more = next
            more.generation = 9
            more.sessions.append(next.sessions[0].renamed("grant-3"))
            try await store.save(more, for: key, replacing: 8)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.sessions.count == 3)

            var out = more
            out.generation = 10
            out.sessions = []
            out.current = nil
            try await store.save(out, for: key, replacing: 9)
            out.generation = 11
            try await store.save(out, for: key, replacing: 10)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.sessions == [])
            #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"))

            next.generation = 12
            try await store.save(next, for: key, replacing: 11)
            #expect(throws: FirstFormat.TooNew(version: 2)) { try FirstFormat.read(try Data(contentsOf: file)) }
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("refresh-"))
            #expect(try await self.store(in: directory).sessions(key) == next)
        }
    }

    @Test func appliesExplicitProtectionOnNextSave() async throws {
        try await stored(try fixture("sessions-1.json")) { directory, file in
            var next = sessions()
            next.generation = 8
            try await store(in: directory, .keyFile).save(next, for: key, replacing: 7)
            #expect(throws: FirstFormat.TooNew(version: 2)) { try FirstFormat.read(try Data(contentsOf: file)) }
            #expect(try await store(in: directory, .plaintext).sessions(key) == next)
            next.generation = 9
            try await store(in: directory).save(next, for: key, replacing: 8)
            #expect(throws: FirstFormat.TooNew(version: 2)) { try FirstFormat.read(try Data(contentsOf: file)) }
            next.generation = 10
            try await store(in: directory, .plaintext).save(next, for: key, replacing: 9)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.generation == 10)
        }
    }

    @Test func keepsSessionWhenExplicitProtectionIsUnavailable() async throws {
        try await stored(try fixture("sessions-1.json")) { directory, file in
            var next = sessions()
            next.generation = 8
            let store = store(in: directory, .secretService)
            try await store.save(next, for: key, replacing: 7)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.generation == 8)
            var out = next
            out.generation = 9
            out.sessions = []
            try await store.save(out, for: key, replacing: 8)
            next.generation = 10
            let error = await #expect(throws: TokenStoreError.self) {
                try await store.save(next, for: key, replacing: 9)
            }
            #expect(error?.code == .unavailable)
            await #expect(throws: TokenStoreError.self) { try await store.checkWritable(key) }
        }
    }

    @Test(arguments: [FileTokenStore.Protection.automatic, .keyFile])
    func preservesMembersOfLaterVersion(protection: FileTokenStore.Protection) async throws {
        try await stored(try fixture("sessions-1-later.json")) { directory, file in
            let store = store(in: directory, protection)
            #expect(try await store.sessions(key) == sessions())
            var next = sessions()
            next.generation = 8
            next.sessions[0].refreshToken = Secret("refresh-new")
            next.sessions[0].account.name = "Ada"
            next.sessions[1] = next.sessions[1].renamed("grant-3")
            next.pendingRevocations = []
            try await store.save(next, for: key, replacing: 7)
            #expect(try await self.store(in: directory).sessions(key) == next)
            let present = try #require(try await self.store(in: directory).load(key))
            let document = try JSONDecoder().decode(JSONValue.self, from: present)
            #expect(document["app"] == ["build": 12, "rate": 0.5])
            #expect(document["sessions"]?["flows"] == [["state": "s"]])
            let grants = try #require(document["sessions"]?["sessions"]?.array)
            #expect(grants[0]["binding"] == "key-1")
            #expect(
                grants[0]["account"] == ["id": "person-1", "name": "Ada", "email": "ada@example.com", "picture": "p"]
            )
            #expect(grants[0]["refresh"] == "refresh-new")
            #expect(grants[1]["binding"] == nil)
            #expect(document["sessions"]?["pendingRevocations"] == [])
        }
    }

    private func store(in directory: URL, _ protection: FileTokenStore.Protection = .automatic) -> FileTokenStore {
        FileTokenStore(
            directory: directory.appending(path: "state"),
            protection: protection,
            environment: ["XDG_DATA_HOME": directory.path + "/data"]
        )
    }

    /// Runs the body with a directory whose `state` directory contains the store's file with these bytes, and with that
    /// file.
    private func stored(_ data: Data, _ body: (URL, URL) async throws -> Void) async throws {
        try await Directory.temporary { directory in
            // The file name is part of the format.
            let file = directory.appending(path: "state/id.example.com-2ec6004b2b85792a.json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try data.write(to: file)
            try await body(directory, file)
        }
    }

    private func fixture(_ name: String) throws -> Data {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        return try Data(contentsOf: tests.appending(path: "Fixtures/Storage/\(name)"))
    }

    /// Returns the sessions of the fixtures.
    private func sessions() -> StoredSessions {
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        var first = StoredSession(
            id: "grant-1",
            account: Account(id: "person-1", name: "Ada Example", email: "ada@example.com"),
            scopes: [.openid, .profile, .offlineAccess],
            accessToken: Secret("access-1"),
            expiresAt: time + 0.25,
            refreshToken: Secret("refresh-1"),
            idToken: Secret("identity-1")
        )
        first.profile = CachedProfile(claims: StandardClaims([.name: "Ada Example"]), fetchedAt: time)
        first.cachedTokens = [CachedAccessToken(scopes: [.email], accessToken: Secret("spare-1"), expiresAt: time)]
        return StoredSessions(
            generation: 7,
            sessions: [
                first,
                StoredSession(
                    id: "grant-2",
                    account: Account(id: "person-2"),
                    scopes: [.openid],
                    accessToken: Secret("access-2"),
                    expiresAt: time,
                    refreshToken: nil,
                    idToken: nil
                ),
            ],
            current: "grant-1",
            pendingRevocations: [PendingRevocation(id: "grant-0", token: Secret("spent"), since: time)]
        )
    }

    /// Returns the sessions with every member added since, as during a refresh, a sign-in and a sign-up.
    private func busySessions() -> StoredSessions {
        var sessions = sessions()
        let deadline = Date(timeIntervalSince1970: 1_800_001_800)
        sessions.generation = 8
        sessions.clockOffset = 1.5
        sessions.lastEndReason = "requested"
        sessions.sessions[0].importFingerprint = "0123456789abcdef"
        sessions.sessions[0].resources = AuthorizedResources(["https://api.example.com"], scopes: [.openid])
        sessions.sessions[0].proofKey = proofKey
        sessions.sessions[0].isAccessTokenBound = true
        sessions.sessions[0].lease = RefreshLease(
            owner: LeaseOwner(process: "process", client: "client"),
            expiresAt: deadline,
            entry: RefreshJournalEntry(sessions.sessions[0], startedAt: deadline - 1800)
        )
        sessions.pendingSignIn = PendingAuthorization(
            state: Secret("state"),
            verifier: Secret("verifier"),
            nonce: Secret("nonce"),
            maxAge: 60,
            scopes: [.openid],
            resources: ["https://api.example.com"],
            accountID: "person-1",
            region: "EU",
            redirectURI: "com.example.app:/callback",
            proofKey: proofKey,
            deadline: deadline
        )
        let position = NativeFlowPosition(
            token: Secret("step"),
            email: Secret("ada@example.com"),
            correlationID: UUID()
        )
        sessions.pendingSignUp = PendingSignUp(saved: SavedSignUp(.password(position)), deadline: deadline)
        return sessions
    }

    private var proofKey: ProofKey? {
        let stored = Data(#"{"key": "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"}"#.utf8)
        return try? JSONDecoder().decode(ProofKey.self, from: stored)
    }

    private func membersWithoutValue(of value: Any) -> [String] {
        Mirror(reflecting: value).children
            .filter { Mirror(reflecting: $0.value).displayStyle == .optional }
            .filter { Mirror(reflecting: $0.value).children.isEmpty }
            .compactMap(\.label)
    }
}

extension StoredSession {
    /// Returns a copy with another identifier.
    fileprivate func renamed(_ id: String) -> StoredSession {
        var grant = StoredSession(
            id: id,
            account: account,
            scopes: scopes,
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken,
            idToken: idToken
        )
        (grant.profile, grant.cachedTokens) = (profile, cachedTokens)
        return grant
    }
}
