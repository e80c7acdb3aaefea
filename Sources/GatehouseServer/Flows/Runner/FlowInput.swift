import Foundation
package import GatehouseStore
package import GatehouseWire

/// The input to a step of a flow.
package enum FlowInput: Sendable {
    /// The address of a sign-in with an emailed code.
    case signInByCode(email: String)
    /// The address of a sign-in with a password.
    case signInByPassword(email: String)
    /// The address and optional password of a sign-up.
    case signUp(email: String, password: String?)
    /// The address of a password recovery.
    case reset(email: String)
    /// A switch to another form of the first page, with the address entered so far.
    case show(IdentifyStep.Mode, email: String? = nil)
    case password(String)
    case code(String)
    /// The response of a passkey to the sign-in page, as JSON.
    case passkey(JSONValue)
    /// Another factor is chosen, to prove or to enrol it.
    case chooseFactor(FactorName)
    /// An address is chosen to enrol it as a factor.
    case chooseAddress(String, as: FactorName)
    /// The proof of an additional factor, in the factor's own format.
    case factor(JSONValue, trustsBrowser: Bool = false)
    /// The response to an enrolment, in the factor's own format, with the name that the user chose.
    case enrol(JSONValue, name: String? = nil)
    /// The user has kept the recovery codes, or creates no passkey.
    case proceed
    case resendCode
    /// The proof of an address, with a new password for a reset, or the account's password for a link.
    case proof(AddressProof, password: String?)
    case newPassword(String)
    /// The fields of one page by attribute name.
    case attributes([String: String])
    /// The consent decision; of the optional scopes, only the ticked ones are granted.
    case consent(Bool, ticked: ScopeSet = [])
    /// The user keeps the account whose deletion was requested.
    case keepAccount
    /// An account of the browser was chosen.
    case chooseAccount(Account.ID)
    /// The user continues with another account than the one on the page.
    case otherAccount
    /// The input of the first page.
    indirect case entered(FlowInput, EntryOptions)
    /// A native app requests a challenge, or another code.
    case requestChallenge(ChallengeTypes)
    /// Attributes of any page by name, from a native app.
    case partialAttributes([String: JSONValue])
    /// A native app polls for the completion of a reset.
    case awaitCompletion
    /// A native app redeems the flow for tokens.
    case redeem
    /// The user returned to the client without completing the flow.
    case cancel
}

extension FlowInput {
    /// Returns the normalized form of an entered email address.
    static func normalizedEmail(_ text: String) throws(FlowError) -> String {
        guard let address = EmailAddress(text) else { throw .invalidEmail }
        return address.normalized
    }
}

/// The input of the first page besides the address.
package struct EntryOptions: Sendable, Equatable, Codable {
    /// Whether the browser session ends with the browser, because the user does not own the computer.
    package let endsWithBrowser: Bool
    /// Whether the browser can create passkeys on this device, as reported by the script of the page.
    package let createsPasskeys: Bool

    package init(endsWithBrowser: Bool, createsPasskeys: Bool = false) {
        self.endsWithBrowser = endsWithBrowser
        self.createsPasskeys = createsPasskeys
    }
}

/// The context of an input: the flow, the browser, the request and the time.
struct FlowContext: Sendable {
    let flow: Flow
    /// The language of messages.
    let language: Language
    /// The browser; `nil` for native apps.
    let browser: BrowserContext?
    /// The endpoint called by a native app; `nil` for browsers.
    var endpoint: NativeCall?
    let context: RequestMetadata
    let now: Date
    /// Whether the input repeats one whose response was lost.
    var isRetry = false

    var client: Client { flow.client }
    var purpose: FlowPurpose { flow.state.purpose }

    /// The context of an additional factor.
    var factor: FactorContext {
        FactorContext(client: client, language: language, metadata: context, now: now)
    }

    /// The context of codes that the flow sends and verifies.
    var code: CodeContext {
        CodeContext(
            client: client,
            language: language,
            isNative: purpose.isNative,
            claimant: purpose.claimant,
            context: context,
            now: now
        )
    }
}

/// The request that starts a flow in a browser.
struct FlowStart: Sendable {
    let purpose: FlowPurpose
    let client: Client
    /// The language of messages.
    let language: Language
    let browser: BrowserContext
    let context: RequestMetadata
}

extension AuditLog {
    /// Returns a change that records an audit event of a flow.
    func event(
        _ kind: AuditKind,
        _ request: FlowContext,
        account: Account.ID? = nil,
        detail: String? = nil
    ) -> Change {
        event(kind, request.context, account: account, client: request.client.id, detail: detail)
    }
}

extension AccountRequest {
    /// Creates the context of an account operation that the flow's proof authorizes.
    init(_ request: FlowContext) {
        self.init(
            client: request.client,
            language: request.language,
            authority: .app,
            context: request.context
        )
    }
}

/// The endpoint called by a native app.
package enum NativeCall: Sendable {
    /// An endpoint of one kind of flow; the proof of a sign-in is submitted to the token endpoint instead.
    case flow(NativeFlowRequest.Flow)
    /// An endpoint of second factors, which all kinds of flows share.
    case secondFactor
    /// An endpoint that accepts every input of the current step.
    ///
    /// With `issuesCode`, the input that completes the sign-in is answered with an authorization code.
    case interaction(issuesCode: Bool)
    /// The token endpoint.
    case token(NativeTokenRequest)
}

/// The token request of a native app.
package struct NativeTokenRequest: Sendable {
    /// The proof in a token request.
    package enum Proof: Sendable {
        case password(String)
        case code(String)
        /// The proof of an additional factor.
        case factor(JSONValue)
        /// None: the sign-up or recovery has proved the user's identity.
        case none

        var input: FlowInput {
            switch self {
            case .password(let password): .password(password)
            case .code(let code): .code(code)
            case .factor(let proof): .factor(proof)
            case .none: .redeem
            }
        }
    }

    package let proof: Proof
    /// The requested scopes; empty for all registered scopes of the client.
    package let scopes: ScopeSet
    /// The `claims` parameter.
    package let claims: ClaimsRequest?
    let format: any TokenFormat

    package init(proof: Proof, scopes: ScopeSet) {
        self.init(proof: proof, scopes: scopes, claims: nil, format: StandardTokenFormat())
    }

    init(proof: Proof, scopes: ScopeSet, claims: ClaimsRequest?, format: any TokenFormat) {
        self.proof = proof
        self.scopes = scopes
        self.claims = claims
        self.format = format
    }
}

/// The challenge types that a native app supports.
package struct ChallengeTypes: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A code sent in a message.
    package static let code = ChallengeTypes(rawValue: 1 << 0)
    package static let password = ChallengeTypes(rawValue: 1 << 1)

    /// - Throws: ``FlowError/needsBrowser(_:)`` with the required types that are not supported.
    func require(_ needed: ChallengeTypes) throws(FlowError) {
        guard isSuperset(of: needed) else { throw .needsBrowser(needed.subtracting(self)) }
    }
}
