import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes
import Logging

/// Kii's REST API for tokens and users, where an app's custom URL says it is: below the issuer, at ``KiiAPI/root``.
struct KiiRoutes: Sendable {
    let server: IdentityServer

    /// One route for a path, whatever its methods do.
    var routes: [Route] {
        Dictionary(grouping: operations, by: \.path).map { path, operations in
            Route(Set(operations.map(\.method)), KiiAPI.root + path, for: .kii) { call throws(OAuthError) in
                let method = call.request.method == .head ? .get : call.request.method
                do throws(KiiError) {
                    guard let operation = operations.first(where: { $0.method == method }) else {
                        throw KiiError(.methodNotAllowed, "The method is not one this address answers.")
                    }
                    return try await operation.handle(call)
                } catch {
                    return refuse(error)
                }
            }
        }
    }

    private var operations: [KiiOperation] { tokenOperations + userOperations + addressOperations }

    private var tokenOperations: [KiiOperation] {
        [
            token(KiiAPI.token),
            token(KiiAPI.appToken),
            KiiOperation(KiiAPI.register) { call throws(KiiError) in
                let kiiCall = try await admit(call, selector: .me)
                let request = try KiiRegistrationRequest(members: call.kiiMembers(), mediaType: call.kiiMediaType)
                return try await server.kii.registration.register(request, kiiCall)
            },
        ]
    }

    private var userOperations: [KiiOperation] {
        let kii = server.kii
        return [
            user(KiiAPI.query) { _, call throws(KiiError) in throw kii.user.refuseQuery(call) },
            user(KiiAPI.read) { _, call throws(KiiError) in try await kii.user.read(call) },
            user(KiiAPI.update) { request, call throws(KiiError) in try await kii.user.update(request, call) },
            user(KiiAPI.delete) { _, call throws(KiiError) in try await kii.user.delete(call) },
            user(KiiAPI.changePassword) { request, call throws(KiiError) in
                try await kii.password.change(request, call)
            },
            user(KiiAPI.requestReset) { request, call throws(KiiError) in
                try await kii.password.requestReset(request, call)
            },
            user(KiiAPI.completeReset) { request, call throws(KiiError) in
                try await kii.password.completeReset(request, call)
            },
            user(KiiAPI.readStatus) { _, call throws(KiiError) in try await kii.status.read(call) },
            user(KiiAPI.changeStatus) { request, call throws(KiiError) in try await kii.status.change(request, call) },
            user(KiiAPI.readPhoneNumber) { _, call throws(KiiError) in try await kii.address.readPhoneNumber(call) },
        ]
    }

    private var addressOperations: [KiiOperation] {
        let address = server.kii.address
        return KiiAddressKind.allCases.flatMap { kind in
            [
                user(KiiAPI.changeAddress(kind)) { request, call throws(KiiError) in
                    try await address.change(kind, request, call)
                },
                user(KiiAPI.verify(kind)) { request, call throws(KiiError) in
                    try await address.verify(kind, request, call)
                },
                user(KiiAPI.resend(kind)) { _, call throws(KiiError) in try await address.resend(kind, call) },
                user(KiiAPI.verificationCode(kind)) { _, call throws(KiiError) in
                    try await address.verificationCode(kind, call)
                },
                user(KiiAPI.renewVerificationCode(kind)) { _, call throws(KiiError) in
                    try await address.renewVerificationCode(kind, call)
                },
            ]
        }
    }

    private func token(_ endpoint: KiiEndpoint<KiiTokenRequest, KiiTokenResponse>) -> KiiOperation {
        KiiOperation(endpoint) { call throws(KiiError) in
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
        _ handle: @escaping @Sendable (Request, KiiCall) async throws(KiiError) -> Response
    ) -> KiiOperation {
        KiiOperation(endpoint) { call throws(KiiError) in
            let segment = call.segments[KiiAPI.user] ?? ""
            let kiiCall = try await admit(call, selector: KiiSelector(segment: segment) ?? .id(segment))
            let isRead = Request.self == KiiEmptyRequest.self
            return try await handle(Request(members: isRead ? KiiMembers() : call.kiiMembers()), kiiCall)
        }
    }

    /// Who calls comes before what is said: a stranger hears nothing about a body.
    private func admit(_ call: HTTPCall, selector: KiiSelector) async throws(KiiError) -> KiiCall {
        let fields = call.request.headerFields
        let (client, caller) = try await server.kii.clients.admit(
            KiiCredentials(fields: fields),
            app: call.kiiApp,
            context: call.context
        )
        return KiiCall(
            client: client,
            caller: caller,
            selector: selector,
            acceptLanguage: fields[.acceptLanguage],
            context: call.context
        )
    }

    private func refuse(_ error: KiiError) -> HTTPAnswer {
        server.core.environment.logger.debug(
            "Refused",
            metadata: [
                "error": "\(error.code)", "request": "\(RequestContext.current?.requestID ?? "")",
            ]
        )
        return HTTPAnswer(error)
    }
}
