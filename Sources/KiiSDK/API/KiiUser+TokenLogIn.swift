public import Foundation

extension KiiUser {
    /// Performs ``authenticate(withToken:)``, blocking the calling thread.
    @discardableResult
    public class func authenticate(withTokenSynchronous accessToken: String) throws -> KiiUser {
        try logIn(token: accessToken).wait()
    }

    /// Performs ``authenticate(withToken:)`` and calls the block on ``Kii/callbackQueue``.
    public class func authenticate(withToken accessToken: String, andBlock block: @escaping KiiUserBlock) {
        logIn(token: accessToken).complete(with: block)
    }

    /// Logs in with an access token that the app has stored, replacing the current user.
    ///
    /// The session has no refresh token, and the token is assumed not to expire.
    ///
    /// - Parameter accessToken: The access token, as in ``accessToken``.
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 301 if the server rejects the token; 201 if the server is
    ///   unreachable, when the token may still be valid. In either case ``current()`` does not change.
    @discardableResult
    public class func authenticate(withToken accessToken: String) async throws -> KiiUser {
        try await logIn(token: accessToken).value
    }

    /// Performs ``authenticate(withToken:andExpiresAt:)``, blocking the calling thread.
    @discardableResult
    public class func authenticate(
        withTokenSynchronous accessToken: String,
        andExpiresAt expiresAt: Date
    ) throws -> KiiUser {
        try logIn(token: accessToken, expiresAt).wait()
    }

    /// Performs ``authenticate(withToken:andExpiresAt:)`` and calls the block on ``Kii/callbackQueue``.
    public class func authenticate(
        withToken accessToken: String,
        andExpiresAt expiresAt: Date,
        andBlock block: @escaping KiiUserBlock
    ) {
        logIn(token: accessToken, expiresAt).complete(with: block)
    }

    /// Logs in with an access token that the app has stored, and its expiration.
    ///
    /// The session has no refresh token.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as in ``accessToken``.
    ///   - expiresAt: The expiration time, as in ``accessTokenDictionary()``.
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 301 if the server rejects the token; 201 if the server is
    ///   unreachable, when the token may still be valid. In either case ``current()`` does not change.
    @discardableResult
    public class func authenticate(withToken accessToken: String, andExpiresAt expiresAt: Date) async throws -> KiiUser
    {
        try await logIn(token: accessToken, expiresAt).value
    }

    /// Performs ``authenticate(withToken:expiresAt:refreshToken:)``, blocking the calling thread.
    @discardableResult
    public class func authenticate(
        withTokenSynchronous accessToken: String,
        expiresAt: Date,
        refreshToken: String
    ) throws -> KiiUser {
        try logIn(token: accessToken, expiresAt, refreshToken).wait()
    }

    /// Performs ``authenticate(withToken:expiresAt:refreshToken:)`` and calls the block on ``Kii/callbackQueue``.
    public class func authenticate(
        withToken accessToken: String,
        expiresAt: Date,
        refreshToken: String,
        block: @escaping KiiUserBlock
    ) {
        logIn(token: accessToken, expiresAt, refreshToken).complete(with: block)
    }

    /// Logs in with both tokens that the app has stored.
    ///
    /// The access token is refreshed if it expires in less than five minutes.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as in ``accessToken``.
    ///   - expiresAt: The expiration time, as in ``accessTokenDictionary()``.
    ///   - refreshToken: The refresh token, as in ``accessTokenDictionary()``.
    /// - Returns: The user, who is now ``current()``.
    /// - Throws: An `NSError` with a code of ``KiiError``: 301 if the server rejects the token; 201 if the server is
    ///   unreachable, when the token may still be valid. In either case ``current()`` does not change.
    @discardableResult
    public class func authenticate(
        withToken accessToken: String,
        expiresAt: Date,
        refreshToken: String
    ) async throws -> KiiUser {
        try await logIn(token: accessToken, expiresAt, refreshToken).value
    }
}
