import Foundation
import GatehouseJOSE
import GatehouseWire

/// Native authentication with OAuth 2.0 for First-Party Applications (draft 04); maps required inputs to steps.
struct FirstPartyAuthentication: NativeAuthenticationService {
    let adapter: OpenIDAdapter
    let manager: SessionManager
    let environment: ClientEnvironment
    var capabilities: NativeCapabilities

    var requests: FirstPartyRequests { FirstPartyRequests(adapter: adapter, sleep: environment.sleep) }
    var pendingFlows: PendingFlows { PendingFlows(manager: manager) }
    private var factors: FirstPartyFactors { FirstPartyFactors(service: self) }
    private var redemption: FirstPartyRedemption { FirstPartyRedemption(adapter: adapter, manager: manager) }

    /// Returns the position at the start of a flow.
    ///
    /// - Parameters:
    ///   - email: The user's email address; `nil` for a passkey that the user chooses.
    ///   - scopes: The scopes of the authorization request, in addition to those of every sign-in.
    ///   - correlationID: The correlation ID for logs.
    /// - Returns: The position, without a session.
    /// - Throws: `invalidUsername` if the address is empty.
    func position(
        for email: String?,
        scopes: ScopeSet = [],
        _ correlationID: UUID?
    ) throws(AuthError) -> NativeFlowPosition {
        guard email?.isEmpty != true else { throw .empty(.invalidUsername, "address") }
        return NativeFlowPosition(
            token: nil,
            email: Secret(email ?? ""),
            correlationID: correlationID ?? UUID(bytes: environment.randomBytes(16), version: 4),
            firstParty: FirstPartyGrant(
                verifier: CodeVerifier(random: Data(environment.randomBytes(32))).secret,
                scopes: adapter.requiredScopes.union(scopes)
            )
        )
    }

    /// Checks that a session could be stored, before a code or password is used.
    func checkWritable(at position: NativeFlowPosition) async throws(AuthError) {
        do throws(AuthError) {
            try await manager.persistence.checkWritable()
        } catch {
            throw error.at(position)
        }
    }

    func passkeyCeremony(
        with authenticator: (any PasskeyAuthenticator)?
    ) async throws(AuthError) -> PasskeyCeremony {
        try PasskeyCeremony(
            at: try await adapter.accountServer(),
            with: authenticator ?? manager.interaction.passkeyAuthenticator
        )
    }

    /// Returns the delivery of a code that was sent now.
    func delivery(_ code: ChallengeRequirement.Code) -> CodeDelivery {
        let pause = code.resendIn.map { max(0, $0) }
        return CodeDelivery(
            sentTo: code.target ?? "",
            channel: CodeDelivery.Channel(rawValue: code.method.rawValue),
            codeLength: code.length ?? 0,
            resendAfter: pause.map { .seconds($0) },
            resendAt: pause.map { environment.now().addingTimeInterval(TimeInterval($0)) }
        )
    }
}

// MARK: - Sign-in

extension FirstPartyAuthentication {
    func startSignIn(
        _ email: String,
        password: String?,
        for tokenRequest: AccessTokenRequest,
        correlationID: UUID?
    ) async throws(AuthError) -> SignInStep {
        let position = try position(for: email, scopes: tokenRequest.scopes, correlationID)
        guard password?.isEmpty != true else { throw .empty(.wrongPassword, "password").at(position) }
        try await checkWritable(at: position)
        let progress = try await requests.start(
            .init(.signIn, username: email),
            claims: tokenRequest.claims,
            at: position
        )
        // A password counts as an attempt: sent once, after the request that may be repeated.
        guard let password, case .required(.password) = progress.outcome else {
            return try await step(after: progress, tokenRequest, isFirstFactor: true)
        }
        return try await signIn(at: progress.position, password: password, for: tokenRequest)
    }

    /// Signs in with a passkey that the user chooses.
    ///
    /// - Parameter tokenRequest: The scopes and claims.
    /// - Returns: The session, or the next step.
    /// - Throws: ``AuthError`` as the public method.
    func signInWithPasskey(for tokenRequest: AccessTokenRequest) async throws(AuthError) -> SignInStep {
        let ceremony = try await passkeyCeremony(with: nil)
        let start = try position(for: nil, scopes: tokenRequest.scopes, nil)
        try await checkWritable(at: start)
        let begun = try await requests.start(.init(), claims: tokenRequest.claims, at: start)
        guard case .required(.username(let options?)) = begun.outcome else {
            throw .unexpectedChallenge.at(start)
        }
        let response = try await ceremony.sign(options)
        let progress = try await requests.submit(.passkey(response, name: nil), at: begun.position)
        return try await step(after: progress, tokenRequest)
    }

    func sendSignInCode(
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInCodeStep {
        let (position, code) = try await requests.resend(at: position)
        return SignInCodeStep(
            service: self,
            position: position,
            tokenRequest: tokenRequest,
            delivery: delivery(code)
        )
    }

    func signIn(
        at position: NativeFlowPosition,
        code: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
        try await checkWritable(at: position)
        return try await step(after: try await requests.submit(.code(Secret(code)), at: position), tokenRequest)
    }

    func signIn(
        at position: NativeFlowPosition,
        password: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        guard !password.isEmpty else { throw .empty(.wrongPassword, "password").at(position) }
        try await checkWritable(at: position)
        return try await step(
            after: try await requests.submit(.password(Secret(password)), at: position),
            tokenRequest
        )
    }

    func signIn(
        after position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        try await checkWritable(at: position)
        return try await pendingFlows.discardingExpiredSignUp(position) { () throws(AuthError) in
            if let code = try position.requiredGrant.code {
                return .signedIn(
                    try await manager.codeRedemptions.once(code) { () throws(AuthError) in
                        try await redemption.redeem(code, at: position, for: tokenRequest)
                    }
                )
            }
            return try await step(after: try await requests.current(at: position), tokenRequest)
        }
    }

    func proceed(
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        try await checkWritable(at: position)
        return try await step(after: try await requests.submit(.recoveryCodesSaved, at: position), tokenRequest)
    }

    /// Returns the next step of a sign-in.
    ///
    /// - Parameters:
    ///   - progress: The response.
    ///   - tokenRequest: The scopes and claims.
    ///   - isFirstFactor: Whether no factor has been proven: a code is the first one then.
    /// - Returns: The session, or the next step.
    /// - Throws: `browserRequired` for a step that the app does not support.
    func step(
        after progress: ChallengeProgress,
        _ tokenRequest: AccessTokenRequest,
        isFirstFactor: Bool = false
    ) async throws(AuthError) -> SignInStep {
        let position = progress.position
        let requirement: ChallengeRequirement
        switch progress.outcome {
        case .code(let code):
            return .signedIn(
                try await AuthError.pastStep { () throws(AuthError) in
                    try await redemption.redeem(code, at: position, for: tokenRequest)
                }
            )
        case .required(let required): requirement = required
        }
        switch requirement {
        case .password:
            return .passwordRequired(
                SignInPasswordStep(service: self, position: position, tokenRequest: tokenRequest)
            )
        case .code(let code, _) where isFirstFactor:
            return .codeRequired(
                SignInCodeStep(
                    service: self,
                    position: position,
                    tokenRequest: tokenRequest,
                    delivery: delivery(code)
                )
            )
        case .recoveryCodes(let codes):
            return .recoveryCodesIssued(
                RecoveryCodesStep(service: self, position: position, tokenRequest: tokenRequest, codes: codes)
            )
        case .code, .passkey, .method:
            guard capabilities.contains(.secondFactor) else { throw .browserRequired(reason: nil).at(position) }
            return .secondFactorRequired(factors.step(for: requirement, at: position, tokenRequest))
        case .enrolment, .authenticatorAppEnrolment, .passkeyEnrolment:
            guard capabilities.contains(.enrolment) else { throw .browserRequired(reason: nil).at(position) }
            return .enrolmentRequired(factors.enrolment(for: requirement, at: position, tokenRequest))
        case .username, .newPassword, .attributes:
            throw .browserRequired(reason: nil).at(position)
        }
    }
}

// MARK: - Second factors

extension FirstPartyAuthentication {
    func chooseSecondFactor(
        _ factor: SecondFactor,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SecondFactorChallengeStep {
        try await factors.choose(factor, of: choice)
    }

    func proveSecondFactor(
        _ factor: SecondFactor,
        with proof: FactorProof,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SignInStep {
        try await factors.submit(proof, at: choice.position, choice.tokenRequest)
    }

    func beginEnrolment(
        of factor: EnrollableFactor,
        contact: String?,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> FactorEnrolmentResult {
        try await factors.begin(factor, contact: contact, in: choice)
    }

    func completeEnrolment(
        of factor: EnrollableFactor,
        with proof: FactorProof,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> SignInStep {
        try await factors.submit(proof, at: choice.position, choice.tokenRequest)
    }
}

extension NativeFlowPosition {
    /// The part of the position for this protocol.
    ///
    /// - Throws: `flowExpired` for a flow that was started with another protocol.
    var requiredGrant: FirstPartyGrant {
        get throws(AuthError) {
            guard let firstParty else { throw .corruptFlow }
            return firstParty
        }
    }
}

extension AuthError {
    /// The error for a stored flow that cannot continue.
    static let corruptFlow = AuthError(
        .flowExpired,
        "The stored flow cannot continue. Start again.",
        recovery: .signInAgain
    )
}
