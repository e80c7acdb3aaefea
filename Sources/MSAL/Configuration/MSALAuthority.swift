public import Foundation

/// Where an app's people are: a tenant of a server.
///
/// It is on the main actor because the compiler checks no other class with subclasses for `Sendable`; its members work on any thread.
@preconcurrency @MainActor
public class MSALAuthority: NSObject {
    /// The tenant's URL.
    public nonisolated let url: URL

    nonisolated init(checked url: URL) {
        self.url = url
        super.init()
    }

    /// An authority by its URL, which this module takes for a tenant that signs customers in.
    ///
    /// - Parameter url: The tenant's URL.
    /// - Returns: A ``MSALCIAMAuthority``.
    /// - Throws: `NSError` as ``MSALCIAMAuthority/init(url:)``.
    public nonisolated class func authority(with url: URL) throws -> MSALAuthority {
        try MSALCIAMAuthority(url: url)
    }
}
