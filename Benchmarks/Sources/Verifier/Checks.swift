import Crypto
import Foundation
import GatehouseVerifier

/// Checks of one access token, as an API makes them for each request.
struct Checks {
    /// The checks between two looks at the clock.
    private static let batch = (remembered: 1_000, unremembered: 20)
    /// The slices of time in which unremembered checks and signatures alternate.
    private static let slices = 10

    private let token: String
    private let remembering: TokenVerifier
    private let forgetful: TokenVerifier
    private let scopes: ScopeSet = ["orders:read"]

    init() async throws {
        let issuer = try LocalIssuer()
        token = try issuer.token()
        var configuration = VerifierConfiguration()
        remembering = try Self.verifier(issuer, configuration)
        configuration.rememberedTokens = 0
        forgetful = try Self.verifier(issuer, configuration)
        for verifier in [remembering, forgetful] {
            try await verifier.prepare()
            let verified = try await verifier.verify(token, requiring: scopes)
            precondition(verified.clientID == "shop", "The token is that of the issuer.")
        }
    }

    private static func verifier(
        _ issuer: LocalIssuer,
        _ configuration: VerifierConfiguration
    ) throws -> TokenVerifier {
        try TokenVerifier(
            issuer: LocalIssuer.url,
            audience: LocalIssuer.audience,
            configuration: configuration,
            transport: issuer
        )
    }

    /// Returns the checks and signatures per second, each of one thread.
    func measure(threads: Int, for duration: Duration) async throws -> [String: Double] {
        let memory = try await remembered(for: duration)
        let sharedMemory = try await remembered(for: duration, threads: threads)
        let (uncached, signature) = try await unremembered(for: duration)
        return ["memory": memory, "sharedMemory": sharedMemory, "uncached": uncached, "signature": signature]
    }

    private func remembered(for duration: Duration) async throws -> Double {
        try await Rate.perSecond(for: duration, batch: Self.batch.remembered) { count in
            for _ in 0..<count { _ = try await remembering.verify(token, requiring: scopes) }
        }
    }

    /// Returns the mean rate of threads that share the verifier.
    private func remembered(for duration: Duration, threads: Int) async throws -> Double {
        try await withThrowingTaskGroup { group in
            for _ in 0..<threads {
                group.addTask { try await remembered(for: duration) }
            }
            return try await group.reduce(0, +) / Double(threads)
        }
    }

    /// Returns the rates of checks that verify the signature, and of such signatures in the crypto library.
    private func unremembered(for duration: Duration) async throws -> (checks: Double, signatures: Double) {
        let key = P256.Signing.PrivateKey()
        // The signature of a token covers its header and its claims.
        let content = Data(token.split(separator: ".").prefix(2).joined(separator: ".").utf8)
        let signature = try key.signature(for: content)
        let publicKey = key.publicKey
        var sums = (checks: 0.0, signatures: 0.0)
        for _ in 0..<Self.slices {
            sums.checks += try await Rate.perSecond(
                for: duration / Self.slices,
                batch: Self.batch.unremembered
            ) { count in
                for _ in 0..<count { _ = try await forgetful.verify(token, requiring: scopes) }
            }
            sums.signatures += try await Rate.perSecond(
                for: duration / Self.slices,
                batch: Self.batch.unremembered
            ) { count in
                for _ in 0..<count {
                    guard publicKey.isValidSignature(signature, for: content) else {
                        preconditionFailure("A signature that was just made is valid.")
                    }
                }
            }
        }
        return (sums.checks / Double(Self.slices), sums.signatures / Double(Self.slices))
    }
}

/// Repeats operations on one thread.
private enum Rate {
    /// Returns the operations per second.
    ///
    /// - Parameters:
    ///   - duration: The time to repeat them for.
    ///   - batch: The operations between two looks at the clock.
    ///   - operations: Performs a number of operations.
    /// - Returns: The rate.
    /// - Throws: The errors of the operations.
    static func perSecond(
        for duration: Duration,
        batch: Int,
        _ operations: (_ count: Int) async throws -> Void
    ) async throws -> Double {
        let began = ContinuousClock.now
        var count = 0
        var elapsed = Duration.zero
        repeat {
            try await operations(batch)
            count += batch
            elapsed = began.duration(to: .now)
        } while elapsed < duration
        return Double(count) / (elapsed / .seconds(1))
    }
}
