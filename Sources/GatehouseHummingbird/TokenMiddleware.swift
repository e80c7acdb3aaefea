public import GatehouseVerifier
public import Hummingbird
import Logging

/// Verifies the access token of a request and adds it to the context.
///
/// ```swift
/// router.group("orders")
///     .add(middleware: TokenMiddleware(verifier, requiring: ["orders:read"]))
///     .get { _, context in "Orders of \(try context.identity.subject)" }
/// ```
///
/// A request without a sufficient token is refused with the status and the challenge that the standards define. Add the
/// middleware once per route: a DPoP proof is accepted once.
public struct TokenMiddleware<Context: TokenRequestContext>: RouterMiddleware {
    private let verifier: TokenVerifier
    private let scopes: ScopeSet
    private let authentication: RequiredAuthentication?

    /// Creates a middleware for operations with the same requirements.
    ///
    /// - Parameters:
    ///   - verifier: The verifier of the API.
    ///   - scopes: The scopes that the token must have.
    ///   - authentication: The authentication that the operations require.
    public init(
        _ verifier: TokenVerifier,
        requiring scopes: ScopeSet = [],
        authentication: RequiredAuthentication? = nil
    ) {
        self.verifier = verifier
        self.scopes = scopes
        self.authentication = authentication
    }

    /// Verifies the token of a request and passes the request on.
    ///
    /// If nonces are required, responses to requests with a proof contain the next one (RFC 9449 §9), also those of an
    /// `HTTPError` that the handler throws.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context, which receives the token.
    ///   - next: The next responder.
    /// - Returns: The response of the next responder.
    /// - Throws: `HTTPError` with the challenge if the request is refused; any error of the next responder.
    public func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        do {
            context.verifiedToken = try await verifier.verify(
                ResourceRequest(request.head),
                requiring: scopes,
                authentication: authentication
            )
        } catch {
            log(error, in: context)
            throw HTTPError(error.status, headers: error.headerFields, message: error.message)
        }
        do {
            var response = try await next(request, context)
            response.headers.append(contentsOf: responseFields(context))
            return response
        } catch var error as HTTPError {
            error.headers.append(contentsOf: responseFields(context))
            throw error
        }
    }

    /// Returns the fields to add to the response to a request with a verified token.
    private func responseFields(_ context: Context) -> HTTPFields {
        context.verifiedToken?.keyThumbprint == nil ? [:] : verifier.responseFields
    }

    private func log(_ error: TokenError, in context: Context) {
        let metadata: Logger.Metadata = ["reason": "\(error)"]
        if error.code == .unavailable {
            context.logger.error("access token not verified", metadata: metadata)
        } else {
            context.logger.debug("access token refused", metadata: metadata)
        }
    }
}

/// A request context with the verified access token of the request.
public protocol TokenRequestContext: RequestContext {
    /// The token, set by ``TokenMiddleware``.
    var verifiedToken: VerifiedToken? { get set }
}

extension TokenRequestContext {
    /// The verified access token: the identity of the caller.
    ///
    /// Throws an error with status 500 on a route without ``TokenMiddleware``.
    public var identity: VerifiedToken {
        get throws {
            guard let verifiedToken else {
                logger.critical("the route has no token middleware")
                throw HTTPError(.internalServerError)
            }
            return verifiedToken
        }
    }
}

/// A request context with nothing but the verified access token.
public struct TokenContext: TokenRequestContext {
    /// The storage of the framework.
    public var coreContext: CoreRequestContextStorage
    /// The token, set by ``TokenMiddleware``.
    public var verifiedToken: VerifiedToken?

    /// Creates a context without a token.
    ///
    /// - Parameter source: The source of the framework.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}
