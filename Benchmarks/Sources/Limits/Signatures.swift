import Crypto
import Foundation
import Synchronization

/// ES256 as the crypto library does it, over as many bytes as an access token has to sign.
enum Signatures {
    static func perSecond(threads: Int, seconds: Int) -> Int {
        let key = P256.Signing.PrivateKey()
        let content = Data(repeating: 0x61, count: 400)
        let total = Mutex(0)
        let clock = ContinuousClock()
        let began = clock.now
        let end = began.advanced(by: .seconds(seconds))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            var count = 0
            while clock.now < end {
                guard (try? key.signature(for: content)) != nil else { fatalError("a P-256 key signs") }
                count += 1
            }
            total.withLock { $0 += count }
        }
        return total.withLock { $0 } / seconds
    }
}
