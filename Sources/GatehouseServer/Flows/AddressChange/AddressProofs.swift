package import GatehouseStore

/// Accepts the codes and links that messages contain.
///
/// Opening a link shows a page and changes nothing; the page's button does.
package struct AddressProofs: Sendable {
    let runner: FlowRunner
    let accounts: FlowAccountLookup
    let codes: CodeFactor

    /// Returns the preview of a link.
    ///
    /// - Throws: ``FlowError/gone`` for an invalid or expired link; ``FlowError/accountDisabled``.
    package func preview(_ link: MessageLink) async throws(FlowError) -> LinkPreview {
        let flow = try await runner.repository.read(link.flow).flow
        guard case .address(let intent) = flow.state.purpose, case .code(let step) = flow.step,
            let proven = codes.verifyLink(link, of: step, at: runner.environment.now),
            let id = intent.accountID, let account = try await accounts.account(id),
            intent.use != .verify || account.allowsLinkVerification(proven.address.kind),
            intent.use != .secure || account.hasIdentifier(proven.address),
            intent.use != .keepFactors || account.factorReset != nil && account.hasIdentifier(proven.address),
            account.isActive || intent.use.isAllowedDuringDeletion || account.isDisabled
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return LinkPreview(use: intent.use, address: proven.address, account: account, client: flow.client)
    }

    /// Verifies the address that the link was sent to, with the account's password.
    ///
    /// - Throws: ``FlowError/gone``, or ``FlowError/addressTaken`` if another account has the address by now. After
    ///   ``FlowError/passwordMissing`` and ``FlowError/wrongCredentials`` the link remains valid.
    package func confirm(
        _ link: MessageLink,
        password: String,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) {
        try await submit(.link(link), at: link.flow, password: password, language: language, context: context)
    }

    /// Sets a new password.
    ///
    /// - Throws: ``FlowError/gone``, or ``FlowError/passwordRejected(_:)``, after which the link remains valid.
    package func reset(
        _ link: MessageLink,
        newPassword: String,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) {
        try await submit(.link(link), at: link.flow, password: newPassword, language: language, context: context)
    }

    /// Acts on the link of a notice: ends all sessions, and begins a reset or restores the addresses; or keeps the
    /// factors.
    ///
    /// - Throws: ``FlowError/gone``.
    package func apply(_ link: MessageLink, language: Language, context: RequestMetadata) async throws(FlowError) {
        try await submit(.link(link), at: link.flow, password: nil, language: language, context: context)
    }

    /// Submits the proof of an address.
    func submit(
        _ proof: AddressProof,
        at id: FlowRecord.ID,
        password: String?,
        language: Language,
        context: RequestMetadata
    ) async throws(FlowError) {
        let input = FlowInput.proof(proof, password: password)
        _ = try await runner.run(id, input, binding: .bearer, language: language, context: context)
    }
}

/// The content of a link, for the page that shows it.
package struct LinkPreview: Sendable {
    package let use: AccountCodeRequest.Use
    /// The address that the link was sent to.
    package let address: LoginIdentifier
    package let account: Account
    /// The app that the user was using.
    package let client: Client
}
