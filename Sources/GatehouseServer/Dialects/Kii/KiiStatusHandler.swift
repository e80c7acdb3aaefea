package import GatehouseWire

/// Shuts users out and lets them in again, for administrators.
package struct KiiStatusHandler: Sendable {
    let users: KiiUsers

    package func read(_ call: KiiCall) async throws(KiiError) -> KiiStatusResponse {
        KiiStatusResponse(isDisabled: try await users.managed(call).isDisabled)
    }

    package func change(_ request: KiiStatusRequest, _ call: KiiCall) async throws(KiiError) -> KiiEmptyResponse {
        let account = try await users.governed(call)
        try await users.run(call, account) { about throws(AccountError) in
            try await users.accounts.setDisabled(request.isDisabled, of: account, about)
        }
        return KiiEmptyResponse()
    }
}
