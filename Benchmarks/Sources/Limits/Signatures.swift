import Crypto
import CryptoExtras
import Foundation
import Synchronization

/// Signatures of the crypto library over the size of a token.
enum Signatures: String {
    case ecdsa = "ES256"
    case rsa = "RS256"

    func perSecond(threads: Int, seconds: Int) throws -> Int {
        let sign = try signing(Data(repeating: 0x61, count: 400))
        let total = Mutex(0)
        let clock = ContinuousClock()
        let began = clock.now
        let end = began.advanced(by: .seconds(seconds))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var count = 0
            while clock.now < end {
                guard (try? sign()) != nil else { fatalError("a key that was just made signs") }
                count += 1
            }
            total.withLock { $0 += count }
        }
        return total.withLock { $0 } / seconds
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
