import GatehouseMetrics
import GatehouseTestSupport
import GatehouseThreads
import Testing

@testable import GatehousePasswords

@Suite struct PasswordHasherTests {
    private let quick = PasswordHasher(cost: .minimal, threads: 1)

    @Test func hashesWithArgon2idAtStandardCost() async throws {
        let hasher = PasswordHasher(threads: 1)
        let password = Password("correct horse battery staple")
        let hash = try await hasher.hash(password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await hasher.verify(password, against: hash))
        #expect(try await hasher.verify(Password("correct horse battery stapler"), against: hash) == false)
    }

    @Test func verifiesHashOfReferenceImplementation() async throws {
        // argon2-cffi: PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1).hash("pässword-Δ")
        let hash = "$argon2id$v=19$m=19456,t=2,p=1$Kco5cmpgSKZf6vCDjtCiyA$KlVUHzWTgtlAiR1oQKwgpR23fWp6kBjVC72wmGOH268"
        #expect(try await quick.verify(Password("pässword-Δ"), against: hash))
    }

    @Test func usesRandomSalts() async throws {
        let password = Password("same password")
        #expect(try await quick.hash(password) != quick.hash(password))
    }

    @Test func verifiesDecomposedInput() async throws {
        let hash = try await quick.hash(Password("Gl\u{FC}hw\u{FC}rmchen"))
        #expect(try await quick.verify(Password("Glu\u{308}hwu\u{308}rmchen"), against: hash))
        #expect(try await quick.verify(Password("Gluhwurmchen"), against: hash) == false)
    }

    @Test func comparesAllCharactersOfLongPassword() async throws {
        let emoji = String(repeating: "😀", count: 256)
        let hash = try await quick.hash(Password(emoji))
        #expect(try await quick.verify(Password(emoji), against: hash))
        #expect(try await quick.verify(Password(String(emoji.dropLast()) + "😁"), against: hash) == false)
    }

    @Test func comparesBytesAfterZeroByte() async throws {
        let hash = try await quick.hash(Password("before\0after"))
        #expect(try await quick.verify(Password("before\0later"), against: hash) == false)
    }

    @Test func hashesEmptyPassword() async throws {
        let hash = try await quick.hash(Password(""))
        #expect(try await quick.verify(Password(""), against: hash))
        #expect(try await quick.verify(Password("x"), against: hash) == false)
    }

    @Test(arguments: ["", "plain", "$2b$12$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=8,t=1,p=1$AAAA"])
    func throwsForMalformedHash(hash: String) async {
        await #expect(throws: PasswordHashError.malformedHash) {
            try await quick.verify(Password("anything"), against: hash)
        }
        #expect(quick.needsRehash(hash))
    }

    @Test func verifiesHashOfOtherCostAndRequestsRehash() async throws {
        let costlier = PasswordHasher(cost: HashCost(memory: 16, passes: 2), threads: 1)
        let hash = try await quick.hash(Password("from before"))
        #expect(try await costlier.verify(Password("from before"), against: hash))
        #expect(costlier.needsRehash(hash))
        #expect(quick.needsRehash(hash) == false)
    }

    @Test func usesDummyHashOfSameCost() throws {
        let argon2 = Argon2(cost: HashCost(memory: 16, passes: 2))
        #expect(argon2.status(of: argon2.unmatchable) == .current)
        #expect(try argon2.verify(Password(""), against: argon2.unmatchable).get() == false)
    }

    @Test func throwsWhenMemoryIsInsufficient() {
        let argon2 = Argon2(cost: HashCost(memory: 4_000_000_000, passes: 1))
        #expect(argon2.hash(Password("x")) == .failure(.unavailable))
    }

    @Test func rejectsImmediatelyWhenQueueIsFull() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1, queueLimit: 0, retryAfter: .seconds(7))
        let blocker = ThreadBlocker { try await hasher.threads.run($0) }
        await blocker.hasBegun()
        await #expect(throws: PasswordHashError.overloaded(retryAfter: .seconds(7))) {
            try await hasher.hash(Password("anything"))
        }
        // Retries are spread over several seconds.
        for seconds in [8, 9, 10, 7] {
            await #expect(throws: PasswordHashError.overloaded(retryAfter: .seconds(seconds))) {
                try await hasher.verifyDummy(Password("anything"))
            }
        }
        await blocker.release()
    }

    @Test func exposesWaitsRejectionsAndQueue() async throws {
        let registry = MetricsRegistry()
        let metrics = PasswordHashMetrics(registry, uptime: { .zero })
        let hasher = PasswordHasher(cost: .minimal, threads: 1, queueLimit: 0, metrics: metrics)
        hasher.expose(in: registry)
        _ = try await hasher.hash(Password("anything"))
        let blocker = ThreadBlocker { try await hasher.threads.run($0) }
        await blocker.hasBegun()
        await #expect(throws: PasswordHashError.self) { try await hasher.hash(Password("anything")) }
        await blocker.release()
        let lines = registry.text().split(separator: "\n")
        #expect(lines.contains("gatehouse_password_hash_wait_seconds_count 1"))
        #expect(lines.contains("gatehouse_password_hash_rejections_total 1"))
        #expect(lines.contains("gatehouse_password_hash_queue_length 0"))
        #expect(lines.contains("gatehouse_password_hash_queue_limit 0"))
    }

    @Test func throwsAfterShutdown() async {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        hasher.shutdown()
        await #expect(throws: PasswordHashError.shutDown) { try await hasher.hash(Password("anything")) }
    }
}
