import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes
import Logging

/// Kii's REST API for tokens and users, below ``KiiAPI/root``.
struct KiiRoutes: Sendable {
    let server: IdentityServer

    /// Errors are in Kii's JSON format.
    ///
    /// Apps store 63 KB of custom fields per user, and each character may be escaped.
    private static let kind = Route.Kind(origins: .all, bodyLimit: 256 * 1024) { error, _ in
        ServerResponse(KiiWireError(error))
    }

    /// Apps also call endpoints of Kii that this server does not have.
    static let fallback = Route.Fallback(kind: kind) { $0.starts(with: (KiiAPI.root + "/").utf8) }

    /// One route for each path, with all its methods.
    var routes: [Route] {
        let routes = Dictionary(grouping: operations, by: \.path).map { path, operations in
            Route(Set(operations.map(\.method)), KiiAPI.root + path, for: Self.kind) { call throws(OAuthError) in
                let method = call.request.method == .head ? .get : call.request.method
                do throws(KiiWireError) {
                    guard let operation = operations.first(where: { $0.method == method }) else {
                        throw KiiWireError(.methodNotAllowed, "Method not allowed.")
                    }
                    return try await operation.handle(call)
                } catch {
                    return reject(error)
                }
            }
        }
        return routes.speaking(.kii, publicSegments: [KiiAPI.app], clientSegment: KiiAPI.app)
    }

    private var operations: [KiiOperation] { tokenOperations + userOperations + addressOperations }

    private var tokenOperations: [KiiOperation] {
        [
            token(KiiAPI.token),
            token(KiiAPI.appToken),
            KiiOperation(KiiAPI.register) { call throws(KiiWireError) in
                let kiiRequest = try await authenticate(call, selector: .me)
                let request = try KiiRegistrationRequest(members: call.kiiMembers(), mediaType: call.kiiMediaType)
                return try await server.kii.registration.register(request, kiiRequest)
            },
        ]
    }

    private var userOperations: [KiiOperation] {
        let kii = server.kii
        return [
            user(KiiAPI.query) { _, call throws(KiiWireError) in throw kii.user.refuseQuery(call) },
            user(KiiAPI.read) { _, call throws(KiiWireError) in try await kii.user.read(call) },
            user(KiiAPI.update) { request, call throws(KiiWireError) in try await kii.user.update(request, call) },
            user(KiiAPI.delete) { _, call throws(KiiWireError) in try await kii.user.delete(call) },
            user(KiiAPI.changePassword) { request, call throws(KiiWireError) in
                try await kii.password.change(request, call)
            },
            user(KiiAPI.requestReset) { request, call throws(KiiWireError) in
                try await kii.password.requestReset(request, call)
            },
            user(KiiAPI.completeReset) { request, call throws(KiiWireError) in
                try await kii.password.completeReset(request, call)
            },
            user(KiiAPI.readStatus) { _, call throws(KiiWireError) in try await kii.status.read(call) },
            user(KiiAPI.changeStatus) { request, call throws(KiiWireError) in try await kii.status.change(request, call)
            },
            user(KiiAPI.readPhoneNumber) { _, call throws(KiiWireError) in try await kii.address.readPhoneNumber(call)
            },
        ]
    }

    private var addressOperations: [KiiOperation] {
        let address = server.kii.address
        return KiiAddressKind.allCases.flatMap { kind in
            [
                user(KiiAPI.changeAddress(kind)) { request, call throws(KiiWireError) in
                    try await address.change(kind, to: request, call)
                },
                user(KiiAPI.verify(kind)) { request, call throws(KiiWireError) in
                    try await address.verify(kind, with: request, call)
                },
                user(KiiAPI.resend(kind)) { _, call throws(KiiWireError) in try await address.resend(kind, call) },
                user(KiiAPI.verificationCode(kind)) { _, call throws(KiiWireError) in
                    try await address.verificationCode(kind, call)
                },
                user(KiiAPI.renewVerificationCode(kind)) { _, call throws(KiiWireError) in
                    try await address.renewVerificationCode(kind, call)
                },
            ]
        }
    }

    private func token(_ endpoint: KiiEndpoint<KiiTokenRequest, KiiTokenResponse>) -> KiiOperation {
        KiiOperation(endpoint) { call throws(KiiWireError) in
            try await server.kii.token.token(
                try call.kiiTokenRequest(),
                app: call.kiiApp,
                credentials: try KiiCredentials(fields: call.request.headerFields),
                context: call.context
            )
        }
    }

    private func user<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ handle: @escaping @Sendable (Request, KiiRequestContext) async throws(KiiWireError) -> Response
    ) -> KiiOperation {
        KiiOperation(endpoint) { call throws(KiiWireError) in
            let segment = call.segments[KiiAPI.user] ?? ""
            let kiiRequest = try await authenticate(call, selector: KiiSelector(segment: segment) ?? .id(segment))
            let isRead = Request.self == KiiEmptyRequest.self
            return try await handle(Request(members: isRead ? KiiJSONObject() : call.kiiMembers()), kiiRequest)
        }
    }

    /// Authenticates the caller before the body is read, so that errors in the body are not disclosed to others.
    private func authenticate(
        _ call: ServerRequest,
        selector: KiiSelector
    ) async throws(KiiWireError) -> KiiRequestContext {
        let fields = call.request.headerFields
        let (client, caller) = try await server.kii.clients.admit(
            KiiCredentials(fields: fields),
            app: call.kiiApp,
            context: call.context
        )
        return KiiRequestContext(
            client: client,
            caller: caller,
            selector: selector,
            acceptLanguage: fields[.acceptLanguage],
            context: call.context
        )
    }

    private func reject(_ error: KiiWireError) -> ServerResponse {
        server.environment.logger.debug(
            "request rejected",
            metadata: [
                "error": "\(error.code)", "request": "\(RequestMetadata.current?.requestID ?? "")",
            ]
        )
        return ServerResponse(error)
    }
}

/// One method of one path of Kii's API.
struct KiiOperation: Sendable {
    let method: HTTPRequest.Method
    /// The path below ``KiiAPI/root``.
    let path: String
    let handle: @Sendable (ServerRequest) async throws(KiiWireError) -> ServerResponse

    init<Request, Response>(
        _ endpoint: KiiEndpoint<Request, Response>,
        _ handle: @escaping @Sendable (ServerRequest) async throws(KiiWireError) -> Response
    ) {
        method = endpoint.method
        path = endpoint.template
        self.handle = { call throws(KiiWireError) in ServerResponse(try await handle(call)) }
    }
}

extension ServerRequest {
    /// The app named in the path.
    var kiiApp: String? { segments[KiiAPI.app].map { $0.removingPercentEncoding ?? $0 } }

    /// The media type of the body; `application/json` if the field is missing.
    var kiiMediaType: KiiMediaType { mediaType.isEmpty ? .json : KiiMediaType(rawValue: mediaType) }

    /// Returns the members of the JSON body.
    ///
    /// - Throws: `UNSUPPORTED_MEDIA_TYPE` for other media types, `INVALID_JSON` if the body is malformed.
    func kiiMembers() throws(KiiWireError) -> KiiJSONObject {
        guard body.isEmpty || kiiMediaType.isJSON else {
            throw KiiWireError(.unsupportedMediaType, "The body must be \(KiiMediaType.json).")
        }
        return try KiiJSONObject(request: body)
    }

    /// Returns the token request in the body, which is JSON or a form.
    func kiiTokenRequest() throws(KiiWireError) -> KiiTokenRequest {
        guard !kiiMediaType.isJSON else { return try KiiTokenRequest(members: kiiMembers()) }
        let form: Parameters
        do { form = try self.form() } catch { throw KiiWireError(error) }
        return try KiiTokenRequest(parameters: form)
    }
}

extension ServerResponse {
    init(_ error: KiiWireError) {
        self.init(status: error.status, fields: error.fields, body: error.body())
        rejection = Rejection(error)
    }
}

extension Rejection {
    /// Creates the rejection with the app's identifier and without the message, which may name a user.
    init(_ error: KiiWireError) {
        let app = error.code == .appNotFound ? error.extras[.appID]?.string : nil
        let description = app.map { "No Kii app has the ID \($0)." } ?? "See the message in the response."
        self.init(code: "\(error.code)", description: description)
        clientID = app
    }
}
