import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// What is looked at before an app's flow begins.
extension TransactionEngine {
    /// Returns the sign-in name of a native flow.
    ///
    /// A sign-in accepts names of every kind with a password, and with a code only those that a code can be sent to.
    func name(_ start: NativeStart, _ client: Client) throws(TransactionError) -> SignInName {
        let name = SignInName(typed: start.email)
        let isAllowed =
            switch name.kind {
            case .email: true
            case .phone: start.flow == .signIn && (client.native?.method == .password || core.settings.sendsSMS)
            case .username: start.flow == .signIn && client.native?.method == .password
            }
        guard isAllowed, let name = SignInName(name.kind, start.email) else { throw .invalidEmail }
        return name
    }

    /// Refuses a name that does not fit the flow, for clients that may learn whether an account exists.
    func admit(_ flow: NativeIntent.Flow, of name: SignInName, to client: Client) async throws(TransactionError) {
        guard client.native?.revealsAccounts == true else { return }
        let account = try await core.account(name)
        switch (flow, account) {
        case (.signUp, _?): throw .accountExists
        case (.signIn, nil), (.reset, nil): throw .accountUnknown
        case (.reset, let account?) where account.passwordHash == nil: throw .accountHasNoPassword
        default: break
        }
    }

    /// Returns the challenges for a name.
    func challenges(
        of flow: NativeIntent.Flow,
        _ text: String,
        _ client: Client
    ) async throws(TransactionError) -> NativeChallenges {
        guard let native = client.native, native.method == .password else { return .code }
        switch flow {
        case .signUp: return [.code, .password]
        case .reset: return .code
        case .signIn:
            let name = SignInName(typed: text)
            let takesCode = name.kind == .email || name.kind == .phone && core.settings.sendsSMS
            guard native.revealsAccounts, takesCode else { return .password }
            return try await core.account(name)?.passwordHash == nil ? .code : .password
        }
    }

    /// The first step, with what a newcomer has given, checked.
    ///
    /// With a password the mail is counted against who asks before it is hashed, or a stranger could have any number of passwords
    /// hashed; against the recipient only when it is sent, or a stranger could use up their mails without one that they notice.
    func firstStep(
        _ start: NativeStart,
        _ email: String,
        _ client: Client,
        _ context: RequestContext
    ) async throws(TransactionError) -> ChallengeStep {
        guard start.flow == .signUp else { return ChallengeStep(email: email, newcomer: nil, counted: .nothing) }
        let attributes = try AttributeForm(client.attributes).check(given: start.attributes)
        guard let text = start.password, !text.isEmpty else {
            let newcomer = Newcomer(passwordHash: nil, attributes: attributes)
            return ChallengeStep(email: email, newcomer: newcomer, counted: .nothing)
        }
        let password = try judge(text, personal: Self.personal(email, client, attributes))
        try await failures.countSender(context)
        do throws(TransactionError) {
            let newcomer = Newcomer(passwordHash: try await hash(password), attributes: attributes)
            return ChallengeStep(email: email, newcomer: newcomer, counted: .sender)
        } catch {
            try await core.commit(failures.takeBackSender(context))
            throw error
        }
    }
}
