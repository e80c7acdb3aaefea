package import Foundation

/// How much somebody has asked of this server that no other one has heard of, within the window that ends then.
package struct UnsharedCount: Sendable, Equatable {
    package let subject: RateLimiter.Subject
    package let count: Int
    package let end: Date
}
