import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// People stay signed in when an app goes to this version, and when it goes back.
struct StoreFormatTests {
    private let key = TokenKey(issuer: "https://id.example.com", clientID: "example-app")

    @Test(arguments: [FileTokenStore.Protection.automatic, .plaintext, .keyFile])
    func whatTheFirstVersionWroteIsRead(protection: FileTokenStore.Protection) async throws {
        try await stored(try fixture("sessions-1.json")) { directory, _ in
            let found = try await store(in: directory, protection).load(key)
            #expect(found == sessions())
        }
    }

    @Test func theFirstVersionReadsWhatIsWritten() throws {
        let fixture = try FirstFormat.read(try fixture("sessions-1.json"))
        #expect(try FirstFormat.read(try StoreDocument.encode(sessions(), for: key)) == fixture)
        #expect(try StoreDocument.encode(sessions(), for: key) == (try self.fixture("sessions-1.json")))
        var bare = sessions()
        bare.grants[0].refreshToken = nil
        bare.grants[0].idToken = nil
        bare.grants[0].profile = nil
        bare.grants[0].spares = nil
        bare.grants[0].account = Account(id: "person-1")
        bare.current = nil
        bare.outbox = []
        let read = try FirstFormat.read(try StoreDocument.encode(bare, for: key))
        #expect(read.sessions.grants[0].refresh == nil && read.sessions.current == nil && read.sessions.outbox == [])
        #expect(read.sessions.grants[1] == fixture.sessions.grants[1])
    }

    @Test func theFirstVersionReadsAFileOfAnAppInTheMiddleOfEverything() async throws {
        let fixture = try fixture("sessions-1.json")
        try await stored(fixture) { directory, file in
            let sessions = busySessions()
            // Whoever adds a member that an earlier version can do without adds it here, too.
            #expect(membersWithoutValue(of: sessions) == [] && membersWithoutValue(of: sessions.grants[0]) == [])
            try await store(in: directory).save(sessions, for: key, replacing: 7)
            var expected = try FirstFormat.read(fixture)
            expected.sessions.generation = 8
            #expect(try FirstFormat.read(try Data(contentsOf: file)) == expected)
        }
    }

    @Test(arguments: [false, true])
    func whatTheFirstVersionRewroteIsRead(carriesOver: Bool) async throws {
        let busy = busySessions()
        let document = try StoreDocument.encode(busy, for: key)
        var first = try FirstFormat.read(document)
        let known = try FirstFormat.write(first)
        // It has refreshed, and the second person's session is over.
        first.sessions.generation = 9
        first.sessions.grants[0].access = "access-new"
        first.sessions.grants[0].refresh = "refresh-new"
        first.sessions.grants[1...] = []
        var rewritten = try FirstFormat.write(first)
        if carriesOver { rewritten = try #require(JSONRemainder(of: document, known: known)).added(to: rewritten) }
        try await stored(rewritten) { directory, _ in
            var expected = carriesOver ? busy : sessions()
            expected.generation = 9
            expected.grants[0].accessToken = Secret("access-new")
            expected.grants[0].refreshToken = Secret("refresh-new")
            expected.grants[1...] = []
            let found = try #require(try await store(in: directory).load(key))
            #expect(found == expected)
            // The note of a refresh that the first version knew nothing of is about a token that is gone.
            #expect(found.grants[0].lease.map { $0.intent.isOpen(for: found.grants[0]) } == (carriesOver ? false : nil))
            try await isTakenUp(store(in: directory))
        }
    }

    /// A client of today finds the person signed in, and refreshes with the token that is stored.
    private func isTakenUp(_ files: FileTokenStore) async throws {
        let app = try TestApp { $0.tokenStore = files }
        app.clock.advance(by: 3600)
        let session = try #require(try await app.gatehouse.session())
        #expect(session.account.id == "person-1")
        app.server.nextFails(TokenEndpoint.path)
        #expect(try await failure { try await session.accessToken() }.code == .network)
        #expect(app.server.calls(TokenEndpoint.path).map { $0.parameters[.refreshToken] } == ["refresh-new"])
        await app.gatehouse.finishBackgroundWork()
    }

    @Test func theFirstVersionReadsTheFileUntilNobodyIsSignedInInIt() async throws {
        try await stored(try fixture("sessions-1.json")) { directory, file in
            let store = store(in: directory)
            var next = sessions()
            next.generation = 8
            next.grants[0].refreshToken = Secret("refresh-new")
            try await store.save(next, for: key, replacing: 7)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.grants[0].refresh == "refresh-new")

            // A second person is no reason to leave the first one behind.
            var more = next
            more.generation = 9
            more.grants.append(next.grants[0].renamed("grant-3"))
            try await store.save(more, for: key, replacing: 8)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.grants.count == 3)

            var out = more
            out.generation = 10
            out.grants = []
            out.current = nil
            try await store.save(out, for: key, replacing: 9)
            out.generation = 11
            try await store.save(out, for: key, replacing: 10)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.grants == [])
            #expect(!FileManager.default.fileExists(atPath: directory.path + "/data"))

            next.generation = 12
            try await store.save(next, for: key, replacing: 11)
            #expect(throws: FirstFormat.TooNew(version: 2)) { try FirstFormat.read(try Data(contentsOf: file)) }
            #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("refresh-"))
            #expect(try await self.store(in: directory).load(key) == next)
        }
    }

    @Test func whatIsAskedForByNameIsHadWithTheNextSave() async throws {
        try await stored(try fixture("sessions-1.json")) { directory, file in
            var next = sessions()
            next.generation = 8
            try await store(in: directory, .keyFile).save(next, for: key, replacing: 7)
            #expect(throws: FirstFormat.TooNew(version: 2)) { try FirstFormat.read(try Data(contentsOf: file)) }
            #expect(try await store(in: directory, .plaintext).load(key) == next)
            next.generation = 9
            try await store(in: directory).save(next, for: key, replacing: 8)
            #expect(throws: FirstFormat.TooNew(version: 2)) { try FirstFormat.read(try Data(contentsOf: file)) }
            next.generation = 10
            try await store(in: directory, .plaintext).save(next, for: key, replacing: 9)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.generation == 10)
        }
    }

    @Test func aNameThatCannotBeHadKeepsNobodyFromStayingSignedIn() async throws {
        try await stored(try fixture("sessions-1.json")) { directory, file in
            var next = sessions()
            next.generation = 8
            let store = store(in: directory, .secretService)
            try await store.save(next, for: key, replacing: 7)
            #expect(try FirstFormat.read(try Data(contentsOf: file)).sessions.generation == 8)
            var out = next
            out.generation = 9
            out.grants = []
            try await store.save(out, for: key, replacing: 8)
            next.generation = 10
            let error = await #expect(throws: TokenStoreError.self) {
                try await store.save(next, for: key, replacing: 9)
            }
            #expect(error?.kind == .unavailable)
            await #expect(throws: TokenStoreError.self) { try await store.rehearse(key) }
        }
    }

    @Test(arguments: [FileTokenStore.Protection.automatic, .keyFile])
    func whatALaterVersionHasAddedIsKept(protection: FileTokenStore.Protection) async throws {
        try await stored(try fixture("sessions-1-later.json")) { directory, file in
            let store = store(in: directory, protection)
            #expect(try await store.load(key) == sessions())
            var next = sessions()
            next.generation = 8
            next.grants[0].refreshToken = Secret("refresh-new")
            next.grants[0].account.name = "Ada"
            next.grants[1] = next.grants[1].renamed("grant-3")
            next.outbox = []
            try await store.save(next, for: key, replacing: 7)
            #expect(try await self.store(in: directory).load(key) == next)
            let present = try #require(try self.store(in: directory).present(key))
            let document = try JSONDecoder().decode(JSONValue.self, from: present.document)
            #expect(document["app"] == ["build": 12, "rate": 0.5])
            #expect(document["sessions"]?["flows"] == [["state": "s"]])
            let grants = try #require(document["sessions"]?["grants"]?.array)
            #expect(grants[0]["binding"] == "key-1")
            #expect(
                grants[0]["account"] == ["id": "person-1", "name": "Ada", "email": "ada@example.com", "picture": "p"]
            )
            #expect(grants[0]["refresh"] == "refresh-new")
            #expect(grants[1]["binding"] == nil)
            #expect(document["sessions"]?["outbox"] == [])
        }
    }

    private func store(in directory: URL, _ protection: FileTokenStore.Protection = .automatic) -> FileTokenStore {
        FileTokenStore(
            directory: directory.appending(path: "state"),
            protection: protection,
            environment: ["XDG_DATA_HOME": directory.path + "/data"]
        )
    }

    /// Runs the body with a folder in whose `state` a file of these bytes is the store's, and with that file.
    private func stored(_ data: Data, _ body: (URL, URL) async throws -> Void) async throws {
        try await Directory.temporary { directory in
            // The name is a part of the format, too.
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

    /// What is in the fixtures.
    private func sessions() -> StoredSessions {
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        var first = StoredGrant(
            id: "grant-1",
            account: Account(id: "person-1", name: "Ada Example", email: "ada@example.com"),
            scopes: [.openid, .profile, .offlineAccess],
            accessToken: Secret("access-1"),
            expiresAt: time + 0.25,
            refreshToken: Secret("refresh-1"),
            idToken: Secret("identity-1")
        )
        first.profile = StoredProfile(claims: StandardClaims([.name: "Ada Example"]), fetchedAt: time)
        first.spares = [SpareToken(scopes: [.email], accessToken: Secret("spare-1"), expiresAt: time)]
        return StoredSessions(
            generation: 7,
            grants: [
                first,
                StoredGrant(
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
            outbox: [PendingRevocation(id: "grant-0", token: Secret("spent"), since: time)]
        )
    }

    /// The same with everything that was added to the format since, as if a refresh, a sign-in and a sign-up were under way.
    private func busySessions() -> StoredSessions {
        var sessions = sessions()
        let deadline = Date(timeIntervalSince1970: 1_800_001_800)
        sessions.generation = 8
        sessions.clockOffset = 1.5
        sessions.lastEnding = "requested"
        sessions.grants[0].origin = "0123456789abcdef"
        sessions.grants[0].lease = RefreshLease(
            holder: LeaseHolder(process: "process", client: "client"),
            until: deadline,
            intent: RefreshIntent(sessions.grants[0], since: deadline - 1800)
        )
        sessions.pendingSignIn = PendingSignIn(
            state: Secret("state"),
            verifier: Secret("verifier"),
            nonce: Secret("nonce"),
            maxAge: 60,
            scopes: [.openid],
            accountID: "person-1",
            region: "EU",
            redirectURI: "com.example.app:/callback",
            deadline: deadline
        )
        let place = NativePlace(token: Secret("step"), email: Secret("ada@example.com"), correlationID: UUID())
        sessions.pendingSignUp = PendingSignUp(saved: SavedSignUp(.password(place)), deadline: deadline)
        return sessions
    }

    private func membersWithoutValue(of value: Any) -> [String] {
        Mirror(reflecting: value).children
            .filter { Mirror(reflecting: $0.value).displayStyle == .optional }
            .filter { Mirror(reflecting: $0.value).children.isEmpty }
            .compactMap(\.label)
    }
}

extension StoredGrant {
    /// The same of another sign-in.
    fileprivate func renamed(_ id: String) -> StoredGrant {
        var grant = StoredGrant(
            id: id,
            account: account,
            scopes: scopes,
            accessToken: accessToken,
            expiresAt: expiresAt,
            refreshToken: refreshToken,
            idToken: idToken
        )
        (grant.profile, grant.spares) = (profile, spares)
        return grant
    }
}
