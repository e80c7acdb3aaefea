public import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension TestUsers {
    /// Removes all passkeys, authenticator apps and recovery codes of a user, as `gatehouse user factors remove --all`
    /// does.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account, or it has none; any error of the store.
    public func removeFactors(of name: String) async throws {
        let account = try await account(name)
        _ = try await changing(name) { () throws(AccountError) in
            try await credentials.removeAll(of: account, call)
        }
    }

    /// Removes a passkey of a user.
    ///
    /// - Parameters:
    ///   - passkey: The credential ID.
    ///   - name: The email address, phone number, username or identifier.
    /// - Throws: ``TestServerError`` if there is no such account, or it has no such passkey; any error of the store.
    public func removePasskey(_ passkey: Data, of name: String) async throws {
        let account = try await account(name)
        let found = try await credentials.credentials(of: account).first { $0.passkeyID == passkey }
        guard let found else { throw TestServerError("\(name) has no such passkey.") }
        try await credentials.remove(found.id, of: account, call)
    }

    /// Turns a user's second factor on or off.
    ///
    /// An authenticator app turns it on when it is added; a passkey does not.
    ///
    /// - Parameters:
    ///   - isOn: Whether sign-ins of the user require a second factor.
    ///   - name: The email address, phone number, username or identifier.
    /// - Returns: The recovery codes, if these are the account's first ones; otherwise empty.
    /// - Throws: ``TestServerError`` if there is no such account, or it has no second factor; any error of the store.
    @discardableResult
    public func setSecondFactor(_ isOn: Bool, of name: String) async throws -> [String] {
        let account = try await account(name)
        return try await changing(name) { () throws(AccountError) in
            try await credentials.setSecondFactor(isOn, of: account, call) ?? []
        }
    }

    /// Replaces a user's recovery codes by new ones.
    ///
    /// - Parameter name: The email address, phone number, username or identifier.
    /// - Returns: The codes.
    /// - Throws: ``TestServerError`` if there is no such account, or it has no second factor; any error of the store.
    public func replaceRecoveryCodes(of name: String) async throws -> [String] {
        let account = try await account(name)
        return try await changing(name) { () throws(AccountError) in
            try await credentials.replaceRecoveryCodes(of: account, call)
        }
    }

    /// Adds a factor with the response of its device.
    ///
    /// - Returns: The recovery codes, if these are the account's first ones; otherwise empty.
    func enrol(
        _ factor: FactorName,
        named title: String?,
        for name: String,
        respond: (EnrolmentPresentation) async throws -> JSONValue
    ) async throws -> [String] {
        let account = try await account(name)
        let started = try await credentials.start(factor, of: account, call)
        let response = try await respond(started.presentation)
        return try await changing(name) { () throws(AccountError) in
            try await credentials.finish(started.token, with: response, name: title, of: account, call)
        }.recoveryCodes ?? []
    }

    /// Returns the user's phone number in E.164 form; `nil` if there is none.
    func phone(of name: String) async throws -> String? {
        try await account(name).identifiers.first { $0.kind == .phone }?.value
    }

    /// Uses up the attempts at a user's second factors, as incorrect codes do.
    func exhaustFactorAttempts(of name: String) async throws {
        let account = try await account(name)
        let context = RequestMetadata(address: nil, requestID: "test")
        do throws(ServiceFailure) {
            for _ in 0..<server.identity.settings.limits.codeFailuresPerAccount.count {
                try await server.identity.attempts.recordAttempt(
                    atAdditionalFactorsOf: account.id,
                    context: context
                )
            }
        } catch {
            guard case .rateLimited = error else { throw error }
        }
    }

    /// Runs an operation on an account's factors.
    private func changing<Value: Sendable>(
        _ name: String,
        _ operation: () async throws(AccountError) -> Value
    ) async throws -> Value {
        let failure: AccountError
        do throws(AccountError) {
            return try await operation()
        } catch {
            failure = error
        }
        switch failure {
        case .itemNotFound, .secondFactorMissing: throw TestServerError("\(name) has no second factor.")
        case .wrongCode: throw TestServerError("The server does not accept the factor of \(name).")
        default: throw failure
        }
    }

    private var credentials: CredentialEditor { server.identity.accounts.credentials }

    private var call: AccountRequest {
        AccountRequest(
            client: server.identity.accounts.client,
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: nil, requestID: "test"),
            sendsNotices: false
        )
    }
}

extension TestServer {
    /// Advances the clock until all sign-ins and enrolments in progress have expired.
    func expireChallenges() {
        clock.advance(by: identity.settings.lifetimes.flow)
    }
}
