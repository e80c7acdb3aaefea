public import Foundation

/// Where sessions are kept.
public final class MSALCacheConfig: NSObject {
    /// The group of apps that share what is kept, on Apple's platforms; `nil` for this app alone, which is what this module does.
    public var keychainSharingGroup: String?

    override init() {
        super.init()
    }
}
