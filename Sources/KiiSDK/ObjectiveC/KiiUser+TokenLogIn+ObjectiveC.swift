#if canImport(ObjectiveC)
public import Foundation

extension KiiUser {
    /// Calls ``authenticate(withTokenSynchronous:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithTokenSynchronous:andError:)
    @discardableResult
    public class func objcAuthenticate(withTokenSynchronous accessToken: String) throws -> KiiUser {
        try authenticate(withTokenSynchronous: accessToken)
    }

    /// Calls ``authenticate(withToken:andBlock:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithToken:andBlock:)
    public class func objcAuthenticate(withToken accessToken: String, andBlock block: @escaping KiiUserBlock) {
        authenticate(withToken: accessToken, andBlock: block)
    }

    /// Calls ``authenticate(withTokenSynchronous:andExpiresAt:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithTokenSynchronous:andExpiresAt:andError:)
    @discardableResult
    public class func objcAuthenticate(
        withTokenSynchronous accessToken: String,
        andExpiresAt expiresAt: Date?
    ) throws -> KiiUser {
        try authenticate(withTokenSynchronous: accessToken, andExpiresAt: expiresAt ?? .distantFuture)
    }

    /// Calls ``authenticate(withToken:andExpiresAt:andBlock:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithToken:andExpiresAt:andBlock:)
    public class func objcAuthenticate(
        withToken accessToken: String,
        andExpiresAt expiresAt: Date?,
        andBlock block: @escaping KiiUserBlock
    ) {
        authenticate(withToken: accessToken, andExpiresAt: expiresAt ?? .distantFuture, andBlock: block)
    }

    /// Calls ``authenticate(withTokenSynchronous:expiresAt:refreshToken:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithTokenSynchronous:expiresAt:refreshToken:error:)
    @discardableResult
    public class func objcAuthenticate(
        withTokenSynchronous accessToken: String,
        expiresAt: Date?,
        refreshToken: String
    ) throws -> KiiUser {
        try authenticate(
            withTokenSynchronous: accessToken,
            expiresAt: expiresAt ?? .distantFuture,
            refreshToken: refreshToken
        )
    }

    /// Calls ``authenticate(withToken:expiresAt:refreshToken:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(authenticateWithToken:expiresAt:refreshToken:block:)
    public class func objcAuthenticate(
        withToken accessToken: String,
        expiresAt: Date?,
        refreshToken: String,
        block: @escaping KiiUserBlock
    ) {
        authenticate(
            withToken: accessToken,
            expiresAt: expiresAt ?? .distantFuture,
            refreshToken: refreshToken,
            block: block
        )
    }
}
#endif
