import GatehousePasswords
import GatehouseStore
package import GatehouseWire

/// Checks before a native flow starts.
struct NativePrechecks: Sendable {
    let accounts: FlowAccountLookup
    let repository: FlowRepository
    let attemptLimiter: AttemptLimiter
    let hasher: NewPasswordHasher<FlowError>
    /// Whether SMS delivery is configured.
    let sendsSMS: Bool

    /// Returns the login identifier of a native flow.
    ///
    /// A sign-in accepts identifiers of every kind with a password, and for codes only those that messages can be sent
    /// to.
    func loginIdentifier(
        _ text: String,
        of flow: NativeFlowRequest.Flow,
        _ client: Client
    ) throws(FlowError) -> LoginIdentifier {
        let name = LoginIdentifier(typed: text)
        let isAllowed =
            switch name.kind {
            case .email: true
            case .phone: flow == .signIn && (client.native?.method == .password || sendsSMS)
            case .username: flow == .signIn && client.native?.method == .password
            }
        guard isAllowed, let name = LoginIdentifier(name.kind, text) else { throw .invalidEmail }
        return name
    }

    /// Rejects an identifier that does not fit the flow, for clients to which accounts are disclosed.
    func checkDisclosablePreconditions(
        _ flow: NativeFlowRequest.Flow,
        of name: LoginIdentifier,
        to client: Client
    ) async throws(FlowError) {
        guard client.native?.disclosesAccounts == true else { return }
        let account = try await accounts.account(name)
        switch (flow, account) {
        case (.signUp, _?): throw .accountExists
        case (.signIn, nil), (.reset, nil): throw .accountUnknown
        case (.reset, let account?) where account.passwordHash == nil: throw .accountHasNoPassword
        default: break
        }
    }

    /// Returns the first step, with the validated input of a sign-up.
    ///
    /// A password is hashed after the email is counted for the network address, so that callers cannot cause unlimited
    /// hashing. The recipient's quota is counted when the email is sent: callers must not exhaust it without messages
    /// that the recipient notices.
    func initialStep(
        of start: NativeFlowStart,
        email: String,
        client: Client,
        context: RequestMetadata
    ) async throws(FlowError) -> ChallengeSelectionStep {
        guard start.flow == .signUp else {
            return ChallengeSelectionStep(email: email, pendingRegistration: nil, counted: .nothing)
        }
        let attributes = try FlowError.wrappingAttributes(
            try AttributeForm(client.attributes).check(given: start.attributes)
        )
        guard let text = start.password, !text.isEmpty else {
            let pendingRegistration = PendingRegistration(passwordHash: nil, attributes: attributes)
            return ChallengeSelectionStep(email: email, pendingRegistration: pendingRegistration, counted: .nothing)
        }
        let password = try hasher.validate(
            text,
            contextWords: client.passwordContextWords([email], attributes)
        )
        try await FlowError.wrapping(async: await attemptLimiter.reserveSender(context))
        do throws(FlowError) {
            let pendingRegistration = PendingRegistration(
                passwordHash: try await hasher.hash(password),
                attributes: attributes
            )
            return ChallengeSelectionStep(email: email, pendingRegistration: pendingRegistration, counted: .sender)
        } catch {
            try await repository.commit(attemptLimiter.changesReleasingSender(context))
            throw error
        }
    }
}

/// The input that starts a native flow.
package struct NativeFlowStart: Sendable {
    package let flow: NativeFlowRequest.Flow
    /// The email address as entered; for a sign-in, any identifier of an account, or `nil` for a passkey that the user
    /// chooses.
    package let email: String?
    /// For a sign-up: the password, if the user has chosen one.
    package let password: String?
    /// For a sign-up: the attributes known so far, by name.
    package let attributes: [String: JSONValue]
    package let accepts: ChallengeTypes
    /// The steps that the app supports beyond codes and passwords.
    package let capabilities: NativeCapabilities
    /// The authorization request, if the app expects an authorization code.
    package let authorization: NativeAuthorizationRequest?

    package init(
        flow: NativeFlowRequest.Flow,
        email: String?,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        accepts: ChallengeTypes = [.code, .password],
        capabilities: NativeCapabilities = [],
        authorization: NativeAuthorizationRequest? = nil
    ) {
        self.flow = flow
        self.email = email
        self.password = password
        self.attributes = attributes
        self.accepts = accepts
        self.capabilities = capabilities
        self.authorization = authorization
    }
}
