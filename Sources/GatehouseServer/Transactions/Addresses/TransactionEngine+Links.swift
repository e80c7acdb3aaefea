import GatehouseStore

/// Links of messages: opening one shows a page and changes nothing, and the button of the page does.
extension TransactionEngine {
    /// Where a link leads.
    ///
    /// - Throws: ``TransactionError/gone`` for a link that is no longer good, or never was; ``TransactionError/accountDisabled``.
    package func follow(_ link: MailedLink) async throws(TransactionError) -> FollowedLink {
        let transaction = try await read(link.transaction).transaction
        guard case .address(let intent) = transaction.state.purpose, case .code(let step) = transaction.step,
            let proven = step.follow(link, key: core.masterKey.derive(.links), at: core.now),
            let id = intent.accountID, let account = try await account(id),
            intent.use == .reset || account.provesByLink(proven.address.kind)
        else { throw .gone }
        guard !account.isDisabled else { throw .accountDisabled }
        return FollowedLink(use: intent.use, address: proven.address, account: account, client: transaction.client)
    }

    /// Makes the address that the link was sent to one of the account's names, for whoever knows the account's password.
    ///
    /// - Throws: ``TransactionError/gone``, or ``TransactionError/addressTaken`` when it is somebody else's by now;
    ///   ``TransactionError/passwordMissing`` and ``TransactionError/wrongCredentials`` with which the link stays good.
    package func confirm(
        _ link: MailedLink,
        password: String,
        language: Language,
        context: RequestContext
    ) async throws(TransactionError) {
        try await prove(.link(link), at: link.transaction, password: password, language, context)
    }

    /// Sets a new password.
    ///
    /// - Throws: ``TransactionError/gone``, or ``TransactionError/passwordRefused(_:)`` with which the link stays good.
    package func reset(
        _ link: MailedLink,
        newPassword: String,
        language: Language,
        context: RequestContext
    ) async throws(TransactionError) {
        try await prove(.link(link), at: link.transaction, password: newPassword, language, context)
    }

    /// Takes the proof of an address.
    func prove(
        _ proof: AddressProof,
        at id: TransactionRecord.ID,
        password: String?,
        _ language: Language,
        _ context: RequestContext
    ) async throws(TransactionError) {
        _ = try await advance(
            id,
            by: .proof(proof, password: password),
            of: .bearer,
            language: language,
            context: context
        )
    }
}
