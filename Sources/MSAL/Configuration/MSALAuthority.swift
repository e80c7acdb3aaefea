public import Foundation

/// Where an app's people are: a tenant of a server.
public class MSALAuthority: NSObject, @unchecked Sendable {
    /// The tenant's URL.
    public let url: URL

    init(checked url: URL) {
        self.url = url
        super.init()
    }

    /// An authority by its URL, which this module takes for a tenant that signs customers in.
    ///
    /// - Parameter url: The tenant's URL.
    /// - Returns: A ``MSALCIAMAuthority``.
    /// - Throws: `NSError` as ``MSALCIAMAuthority/init(url:)``.
    public class func authority(with url: URL) throws -> MSALAuthority {
        try MSALCIAMAuthority(url: url)
    }
}
