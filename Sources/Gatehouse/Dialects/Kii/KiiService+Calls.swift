import Foundation
import GatehouseWire
import HTTPTypes

extension KiiService {
    /// Gets a token in exchange for something, for as long as the app wants it.
    func token(for grant: KiiTokenRequest.Grant) async throws(AuthError) -> KiiTokenResponse {
        try await send(KiiAPI.appToken, KiiTokenRequest(grant, expiresAt: wantedExpiry))
    }

    /// When a token shall expire that is given out now; `nil` where that is the server's affair.
    var wantedExpiry: KiiTime? {
        kii.tokenLifetime().map { KiiTime(connection.clock.now.saturating(adding: $0)) }
    }

    /// When a token expires that was given out now; never when the server does not say.
    func expiry(in seconds: Int64?) -> Date {
        seconds.map { connection.clock.now.saturating(adding: $0) } ?? .distantFuture
    }

    /// Whose a token is, and all that it lets know.
    func read(with token: Secret) async throws(AuthError) -> KiiUserDocument {
        try await send(KiiAPI.read, KiiEmptyRequest(), about: .me, with: token)
    }

    /// Calls an operation.
    ///
    /// - Parameters:
    ///   - endpoint: The operation.
    ///   - request: What it is asked.
    ///   - user: Whom it is about, where it is about somebody.
    ///   - token: Whose token comes along; `nil` for nobody's.
    /// - Returns: The answer.
    /// - Throws: ``AuthError`` for anything but a successful answer that can be read.
    func send<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ request: Request,
        about user: KiiSelector? = nil,
        with token: Secret? = nil
    ) async throws(AuthError) -> Response {
        let text = kii.baseURL.absoluteString.withoutFinalSlash + endpoint.path(app: kii.appID, user: user)
        guard kii.baseURL.isSafeServer, let url = URL(string: text) else {
            throw .misconfigured("The server’s URL is not one of https, nor of http on this machine.")
        }
        var fields = KiiCredentials(
            appID: kii.appID,
            appKey: kii.appKey,
            authorization: token.map { .token($0) }
        ).fields
        fields[.kiiSDK] = kii.sdkName
        let body = request.body
        if !body.isEmpty { fields[.contentType] = request.mediaType.rawValue }
        let answer = try await connection.exchange(
            HTTPRequest(endpoint.method, url, fields),
            body: body.isEmpty ? nil : body
        )
        guard answer.response.status.kind == .successful else { throw AuthError(kii: answer) }
        return try answer.read()
    }
}

extension Date {
    /// So many seconds later, and never later than the distant future: some servers say "never" with the largest number there is.
    func saturating(adding seconds: Int64) -> Date {
        min(max(addingTimeInterval(TimeInterval(seconds)), .distantPast), .distantFuture)
    }
}
