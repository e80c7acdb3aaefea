import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The account API for apps, below ``AccountAPI/root``.
struct AccountAPIRoutes: Sendable {
    let server: IdentityServer

    /// Errors are problem details (RFC 9457); apps in browsers call the API too.
    private static let kind = Route.Kind(origins: .all) { error, _ in ServerResponse(ProblemDetails(error)) }

    /// Paths of other versions of the API.
    static let fallback = Route.Fallback(kind: kind) { $0.starts(with: (AccountAPI.root + "/").utf8) }

    /// One route for each path, with all its methods.
    var routes: [Route] {
        Dictionary(grouping: operations, by: \.path).map { path, operations in
            Route(Set(operations.map(\.method)), path, for: Self.kind) { call throws(OAuthError) in
                let method = call.request.method == .head ? .get : call.request.method
                do throws(ProblemDetails) {
                    guard let operation = operations.first(where: { $0.method == method }) else {
                        throw ProblemDetails(.methodNotAllowed)
                    }
                    return try await operation.handle(call, server.accountAPI.authenticator)
                        .with(dpopNonce: server.dpop.nonce(afterProof: call.dpopProof, of: .resourceServer))
                } catch {
                    return ServerResponse(error)
                }
            }
        }
    }

    /// All operations, each with its method and path.
    var operations: [APIOperation] { profileOperations + addressOperations + credentialOperations + sessionOperations }

    private var profileOperations: [APIOperation] {
        let profile = server.accountAPI.profile
        return [
            APIOperation(AccountAPI.GetAccount.self) { call throws(ProblemDetails) in profile.read(call.caller) },
            APIOperation(AccountAPI.UpdateAccount.self) { call throws(ProblemDetails) in
                try await profile.update(call.body, ifMatch: call.ifMatch, call.caller)
            },
            APIOperation(AccountAPI.SetPassword.self) { call throws(ProblemDetails) in
                try await profile.setPassword(call.body, call.caller)
                return NoContent()
            },
            APIOperation(AccountAPI.RemovePassword.self) { call throws(ProblemDetails) in
                try await profile.removePassword(call.caller)
                return NoContent()
            },
            APIOperation(AccountAPI.ListSignInMethods.self) { call throws(ProblemDetails) in
                try await profile.signInMethods(call.caller)
            },
            APIOperation(AccountAPI.ExportAccount.self) { call throws(ProblemDetails) in
                try await profile.export(call.caller)
            },
            APIOperation(AccountAPI.DeleteAccount.self) { call throws(ProblemDetails) in
                try await profile.delete(call.caller)
            },
        ]
    }

    private var addressOperations: [APIOperation] {
        let addresses = server.accountAPI.addresses
        return [
            APIOperation(AccountAPI.ListAddresses.self) { call throws(ProblemDetails) in
                try await addresses.list(call.caller)
            },
            APIOperation(AccountAPI.AddAddress.self) { call throws(ProblemDetails) in
                try await addresses.add(call.body, call.caller)
            },
            APIOperation(AccountAPI.VerifyAddress.self) { call throws(ProblemDetails) in
                try await addresses.verify(call.id, with: call.body, call.caller)
            },
            APIOperation(AccountAPI.ResendAddressCode.self) { call throws(ProblemDetails) in
                try await addresses.resend(call.id, call.caller)
            },
            APIOperation(AccountAPI.UpdateAddress.self) { call throws(ProblemDetails) in
                try await addresses.update(call.id, with: call.body, call.caller)
            },
            APIOperation(AccountAPI.RemoveAddress.self) { call throws(ProblemDetails) in
                try await addresses.remove(call.id, call.caller)
                return NoContent()
            },
        ]
    }

    private var credentialOperations: [APIOperation] {
        let credentials = server.accountAPI.credentials
        return [
            APIOperation(AccountAPI.ListCredentials.self) { call throws(ProblemDetails) in
                try await credentials.list(call.caller)
            },
            APIOperation(AccountAPI.StartEnrolment.self) { call throws(ProblemDetails) in
                try await credentials.start(call.body, call.caller)
            },
            APIOperation(AccountAPI.AddCredential.self) { call throws(ProblemDetails) in
                try await credentials.add(call.body, call.caller)
            },
            APIOperation(AccountAPI.UpdateCredential.self) { call throws(ProblemDetails) in
                try await credentials.rename(call.id, to: call.body, call.caller)
            },
            APIOperation(AccountAPI.RemoveCredential.self) { call throws(ProblemDetails) in
                try await credentials.remove(call.id, call.caller)
                return NoContent()
            },
            APIOperation(AccountAPI.ReplaceRecoveryCodes.self) { call throws(ProblemDetails) in
                try await credentials.replaceRecoveryCodes(call.caller)
            },
            APIOperation(AccountAPI.UpdateSecondFactor.self) { call throws(ProblemDetails) in
                try await credentials.setSecondFactor(call.body, call.caller)
            },
        ]
    }

    private var sessionOperations: [APIOperation] {
        let sessions = server.accountAPI.sessions
        return [
            APIOperation(AccountAPI.ListSessions.self) { call throws(ProblemDetails) in
                try await sessions.sessions(call.query, call.caller)
            },
            APIOperation(AccountAPI.EndSession.self) { call throws(ProblemDetails) in
                try await sessions.endSession(call.id, call.caller)
                return NoContent()
            },
            APIOperation(AccountAPI.EndOtherSessions.self) { call throws(ProblemDetails) in
                try await sessions.endOtherSessions(call.caller)
                return NoContent()
            },
            APIOperation(AccountAPI.ListApps.self) { call throws(ProblemDetails) in
                try await sessions.apps(call.query, call.caller)
            },
            APIOperation(AccountAPI.WithdrawApp.self) { call throws(ProblemDetails) in
                try await sessions.withdraw(call.id, call.caller)
                return NoContent()
            },
            APIOperation(AccountAPI.ListActivity.self) { call throws(ProblemDetails) in
                try await sessions.activity(call.query, call.caller)
            },
        ]
    }
}

/// One method of one path of the account API.
struct APIOperation: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let handle: @Sendable (ServerRequest, AccountAPIAuthenticator) async throws(ProblemDetails) -> ServerResponse

    init<E: JSONEndpoint>(
        _ endpoint: E.Type,
        _ handle: @escaping @Sendable (APICall<E>) async throws(ProblemDetails) -> E.Response
    ) {
        method = E.method
        path = E.path
        self.handle = { request, authenticator throws(ProblemDetails) in
            // Before query and body are read, so that their errors are not disclosed to others.
            let caller = try await authenticator.authenticate(
                request.resourceRequest,
                scope: E.scope,
                acceptLanguage: request.request.headerFields[.acceptLanguage],
                context: request.context
            )
            return ServerResponse(try await handle(APICall(request: request, caller: caller)), to: endpoint)
        }
    }
}

/// An authenticated request to an operation, whose parts are decoded when they are used.
struct APICall<E: JSONEndpoint>: Sendable {
    /// The maximum nesting of JSON bodies.
    private static var depth: Int { 8 }

    let request: ServerRequest
    let caller: AccountAPICaller

    /// The query.
    var query: E.Query {
        get throws(ProblemDetails) {
            do { return try E.Query(parameters: request.query()) } catch { throw ProblemDetails(error) }
        }
    }

    /// The JSON body.
    var body: E.Body {
        get throws(ProblemDetails) {
            guard request.mediaType == "application/json" else {
                throw ProblemDetails(.unsupportedMediaType, "The body must be application/json.")
            }
            do { return try JSONCoding.decode(E.Body.self, from: request.body, depth: Self.depth) } catch {
                throw ProblemDetails(.invalidRequest, error.message)
            }
        }
    }

    /// The value of the segment ``AccountAPI/id``.
    var id: String {
        get throws(ProblemDetails) {
            // No identifier contains a control character, which not every store accepts.
            guard let id = request.segments[AccountAPI.id]?.removingPercentEncoding,
                !id.utf8.contains(where: { $0 < 0x20 })
            else { throw ProblemDetails(.notFound) }
            return id
        }
    }

    var ifMatch: String? { request.request.headerFields[.ifMatch] }
}

extension ServerResponse {
    /// Creates the response to an operation.
    init<E: JSONEndpoint>(_ value: E.Response, to endpoint: E.Type) {
        guard E.Response.self != NoContent.self else {
            self.init(status: E.status, fields: [.cacheControl: "no-store"])
            return
        }
        self.init(status: E.status, fields: .uncachedJSON, body: JSONCoding.encode(value))
        if E.hasEntityTag { fields[.eTag] = EntityTag(of: body).text }
    }

    init(_ problem: ProblemDetails) {
        self.init(status: problem.status, fields: problem.fields, body: problem.body())
        rejection = Rejection(code: problem.type.name, description: problem.detail ?? problem.type.title)
    }
}
