import GatehouseStore

extension AccountEditor {
    /// Writes to somebody who has forgotten their password.
    ///
    /// For an address that nobody has, all goes as for a member, and the mail says what is the case; only an app that may know is told.
    /// So is it with a user name: that its owner has nothing to write to is counted like a message, and nobody hears of it.
    ///
    /// - Throws: ``AccountError/noTextMessages`` where the server can send none; ``AccountError/notFound``, ``AccountError/disabled``,
    ///   ``AccountError/noPassword`` and ``AccountError/noAddress`` where that is no secret.
    package func requestReset(
        of subject: ResetSubject,
        by channel: ResetChannel,
        _ call: AccountCall
    ) async throws(AccountError) {
        let kind: AccountIdentifier.Kind = channel == .email ? .email : .phone
        guard kind == .email || core.settings.sendsSMS else { throw .noTextMessages }
        let reveals = call.client.kii?.revealsAccounts == true
        // An address is written to itself, or it would show whether it is somebody's.
        if !reveals, case .name(let name) = subject, name.kind != .username, name.kind != kind { throw .noAddress }
        let account = try await account(of: subject)
        if reveals, let account {
            guard !account.isDisabled else { throw .disabled }
            guard account.passwordHash != nil else { throw .noPassword }
        }
        let isSecret = subject.isAddress && !reveals
        let address: SignInName
        switch (subject, account) {
        case (.name(let name), _) where name.kind == kind && (account != nil || isSecret): address = name
        case (_, let account?):
            let username = reveals ? nil : account.identifier(.username)
            guard let target = account.identifier(kind) ?? username else { throw .noAddress }
            address = SignInName(target)
        case (_, nil): throw .notFound
        }
        try await retrying { () throws(AccountError) -> Void? in
            let code = try await mapped { () throws(TransactionError) in
                try await engine.reset(of: account, to: address, by: channel, call)
            }
            // Whoever asks twice in a row gets one message, and its code stays good.
            if code.wasJustSent { return () }
            return try await commit([], sending: [code]) ? () : nil
        }
    }

    /// Sets a new password for whoever has the code.
    ///
    /// A code for which no reset is in progress costs as much time as a wrong one, so that the time does not reveal
    /// whether there is one.
    ///
    /// - Throws: ``AccountError/wrongCode`` also when there is none, ``AccountError/codeExpired``, ``AccountError/passwordRefused(_:)`` with
    ///   which the code stays good.
    package func completeReset(
        of subject: ResetSubject,
        code: String,
        newPassword: String,
        _ call: AccountCall
    ) async throws(AccountError) {
        guard !newPassword.isEmpty else { throw .passwordMissing }
        guard !CodeStep.digits(code).isEmpty else { throw .wrongCode }
        let account = try await account(of: subject)
        let id =
            switch (subject, account) {
            case (_, let account?): engine.resetID(account.id, at: call.client.id)
            case (.name(let name), nil): engine.resetID(name, at: call.client.id)
            case (.account(let id), nil): engine.resetID(id, at: call.client.id)
            }
        do throws(TransactionError) {
            try await engine.prove(.code(code), at: id, password: newPassword, call.language, call.context)
        } catch {
            guard error == .gone else { throw refusal(error) }
            try await mapped { () throws(TransactionError) in
                try await engine.refuseCode(at: id, client: call.client.id, context: call.context)
            }
            throw .wrongCode
        }
    }

    private func account(of subject: ResetSubject) async throws(AccountError) -> Account? {
        try await mapped { () throws(TransactionError) in
            switch subject {
            case .name(let name): try await core.account(name)
            case .account(let id): try await engine.account(id)
            }
        }
    }
}

extension ResetSubject {
    /// Whether it is a thing that others need not know of the person.
    fileprivate var isAddress: Bool {
        if case .name(let name) = self { name.kind != .username } else { false }
    }
}
