#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
nonisolated extension MSALAuthority {
    /// The value of ``url``.
    @objc(url)
    public var objcUrl: URL { url }

    /// Calls ``authority(with:)``.
    @objc(authorityWithURL:error:)
    public class func objcAuthority(with url: URL?) throws -> MSALAuthority { try authority(with: present(url)) }

    /// `+[NSURL URLWithString:]` returns `nil` for a malformed text.
    fileprivate static func present(_ url: URL?) throws -> URL {
        guard let url else { throw NSError(.internal, "The authority must be a URL with a host.") }
        return url
    }
}

@available(swift, obsoleted: 1.0)
extension MSALCIAMAuthority {
    /// Calls ``init(url:)``.
    @objc(initWithURL:error:)
    public convenience init(objcURL url: URL?) throws { try self.init(url: Self.present(url)) }

    /// Calls ``init(url:validateFormat:)``.
    @objc(initWithURL:validateFormat:error:)
    public convenience init(objcURL url: URL?, validateFormat: Bool) throws {
        try self.init(url: Self.present(url), validateFormat: validateFormat)
    }
}
#endif
