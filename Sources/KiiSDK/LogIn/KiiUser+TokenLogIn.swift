public import Foundation

extension KiiUser {
    /// Logs in with an access token that the app has kept, which switches to its user.
    ///
    /// There is no refresh token then, and the token is taken for one that does not expire.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter accessToken: The access token, as ``accessToken`` said it.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 301 when the server does not take the token; 201 when it could not be reached, and then the token may be as good as ever. In either case ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(withTokenSynchronous accessToken: String) throws -> KiiUser {
        try logIn(token: accessToken).wait()
    }

    /// Logs in with an access token that the app has kept, which switches to its user.
    ///
    /// There is no refresh token then, and the token is taken for one that does not expire.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func authenticate(withToken accessToken: String, andBlock block: @escaping KiiUserBlock) {
        logIn(token: accessToken).hand(to: block)
    }

    /// Logs in with an access token that the app has kept, which switches to its user.
    ///
    /// There is no refresh token then, and the token is taken for one that does not expire.
    ///
    /// - Parameter accessToken: The access token, as ``accessToken`` said it.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 301 when the server does not take the token; 201 when it could not be reached, and then the token may be as good as ever. In either case ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(withToken accessToken: String) async throws -> KiiUser {
        try await logIn(token: accessToken).value
    }

    /// Logs in with an access token that the app has kept, and when it expires.
    ///
    /// There is no refresh token then.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - expiresAt: When it expires, as ``accessTokenDictionary()`` said it.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 301 when the server does not take the token; 201 when it could not be reached, and then the token may be as good as ever. In either case ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(
        withTokenSynchronous accessToken: String,
        andExpiresAt expiresAt: Date
    ) throws -> KiiUser {
        try logIn(token: accessToken, expiresAt).wait()
    }

    /// Logs in with an access token that the app has kept, and when it expires.
    ///
    /// There is no refresh token then.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - expiresAt: When it expires, as ``accessTokenDictionary()`` said it.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func authenticate(
        withToken accessToken: String,
        andExpiresAt expiresAt: Date,
        andBlock block: @escaping KiiUserBlock
    ) {
        logIn(token: accessToken, expiresAt).hand(to: block)
    }

    /// Logs in with an access token that the app has kept, and when it expires.
    ///
    /// There is no refresh token then.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - expiresAt: When it expires, as ``accessTokenDictionary()`` said it.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 301 when the server does not take the token; 201 when it could not be reached, and then the token may be as good as ever. In either case ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(withToken accessToken: String, andExpiresAt expiresAt: Date) async throws -> KiiUser
    {
        try await logIn(token: accessToken, expiresAt).value
    }

    /// Logs in with both tokens that the app has kept.
    ///
    /// The access token is renewed when less than five minutes are left.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - expiresAt: When it expires, as ``accessTokenDictionary()`` said it.
    ///   - refreshToken: The refresh token, as ``accessTokenDictionary()`` said it.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 301 when the server does not take the token; 201 when it could not be reached, and then the token may be as good as ever. In either case ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(
        withTokenSynchronous accessToken: String,
        expiresAt: Date,
        refreshToken: String
    ) throws -> KiiUser {
        try logIn(token: accessToken, expiresAt, refreshToken).wait()
    }

    /// Logs in with both tokens that the app has kept.
    ///
    /// The access token is renewed when less than five minutes are left.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - expiresAt: When it expires, as ``accessTokenDictionary()`` said it.
    ///   - refreshToken: The refresh token, as ``accessTokenDictionary()`` said it.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public class func authenticate(
        withToken accessToken: String,
        expiresAt: Date,
        refreshToken: String,
        block: @escaping KiiUserBlock
    ) {
        logIn(token: accessToken, expiresAt, refreshToken).hand(to: block)
    }

    /// Logs in with both tokens that the app has kept.
    ///
    /// The access token is renewed when less than five minutes are left.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, as ``accessToken`` said it.
    ///   - expiresAt: When it expires, as ``accessTokenDictionary()`` said it.
    ///   - refreshToken: The refresh token, as ``accessTokenDictionary()`` said it.
    /// - Returns: The user, who is ``current()`` from now on.
    /// - Throws: An `NSError` with a code of ``KiiError``. 301 when the server does not take the token; 201 when it could not be reached, and then the token may be as good as ever. In either case ``current()`` stays who it was.
    @discardableResult
    public class func authenticate(
        withToken accessToken: String,
        expiresAt: Date,
        refreshToken: String
    ) async throws -> KiiUser {
        try await logIn(token: accessToken, expiresAt, refreshToken).value
    }
}
