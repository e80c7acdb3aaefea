import Crypto
import CryptoExtras
import Foundation
import GatehouseConcurrency

/// Signatures of the crypto library over the size of a token.
enum Signatures: String {
    case ecdsa = "ES256"
    case rsa = "RS256"

    func perSecond(threads: Int, seconds: Int) throws -> Int {
        let sign = try signing(Data(repeating: 0x61, count: 400))
        return Repetition.perSecond(threads: threads, seconds: seconds) {
            guard (try? sign()) != nil else { fatalError("a key that was just made signs") }
        }
    }

    private func signing(_ content: Data) throws -> @Sendable () throws -> Void {
        switch self {
        case .ecdsa:
            let key = P256.Signing.PrivateKey()
            return { _ = try key.signature(for: content) }
        case .rsa:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            return { _ = try key.signature(for: content, padding: .insecurePKCS1v1_5) }
        }
    }
}

/// ES256 verifications of the crypto library over the size of an assertion.
enum Verifications {
    static func perSecond(threads: Int, seconds: Int) throws -> Int {
        let key = P256.Signing.PrivateKey()
        // Authenticator data without extensions, and the hash of the client data.
        let content = Data(repeating: 0x61, count: 37 + 32)
        let signature = try key.signature(for: content)
        let publicKey = key.publicKey
        return Repetition.perSecond(threads: threads, seconds: seconds) {
            guard publicKey.isValidSignature(signature, for: content) else {
                fatalError("a signature that was just made is valid")
            }
        }
    }
}

/// Repeats an operation on several threads.
private enum Repetition {
    static func perSecond(threads: Int, seconds: Int, _ operation: @Sendable () -> Void) -> Int {
        let total = Mutex(0)
        let clock = ContinuousClock()
        let began = clock.now
        let end = began.advanced(by: .seconds(seconds))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var count = 0
            while clock.now < end {
                operation()
                count += 1
            }
            total.withLock { $0 += count }
        }
        return total.withLock { $0 } / seconds
    }
}
