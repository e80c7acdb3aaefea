import Foundation
import Gatehouse

/// The content of the account view in the language of the user.
struct AccountSections {
    typealias Button = ScreenButton<AccountModel.Action>

    let model: AccountModel
    let locale: Locale

    /// The message above the sections; `nil` if a form shows it.
    var message: ScreenMessage? {
        guard model.form == nil, !model.needsSignIn else { return nil }
        return AccountForms(model: model, locale: locale).message
    }

    /// The button below the message: the server's page, if this session may not manage the account, or another try
    /// to load it.
    var messageButton: Button? {
        guard let error = model.error, model.content == nil else { return nil }
        guard error.code == .insufficientScope else { return button(.reload, CommonText.retry, role: .primary) }
        return model.hasBrowser ? button(.openAccountPage, AccountText.openPage, role: .primary) : nil
    }

    /// The sections; empty until the account is loaded.
    var sections: [AccountSection] {
        guard let content = model.content else { return [] }
        return [details(content), addresses(content), security(content), sessions(content), apps(content), end]
    }

    private func text(_ text: UIText) -> String { text.text(in: locale) }

    private func button(
        _ action: AccountModel.Action,
        _ title: UIText,
        role: Button.Role = .secondary
    ) -> Button {
        Button(action: action, title: text(title), role: role)
    }

    private func date(_ timestamp: Timestamp) -> String {
        timestamp.date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale))
    }

    // MARK: Details and addresses

    private func details(_ content: AccountContent) -> AccountSection {
        var rows = content.details.attributes.map { attribute in
            let value = attribute.value?.fieldText
            let isEditable = attribute.isEditable && (value != nil || attribute.value == nil)
            return AccountRow(
                id: attribute.name.rawValue,
                title: AttributeLabel.label(of: attribute.name.rawValue, in: locale),
                detail: value ?? (attribute.value == nil ? text(SecurityText.passwordNotSet) : nil),
                buttons: isEditable ? [button(.edit(attribute), AccountText.edit)] : []
            )
        }
        if let username = content.details.username {
            rows.append(AccountRow(id: "username", title: text(AttributeText.username), detail: username))
        }
        let created = date(content.details.createdAt)
        rows.append(AccountRow(id: "created", title: text(AccountText.createdAt), detail: created))
        return AccountSection(id: .details, title: text(AccountText.details), rows: rows)
    }

    private func addresses(_ content: AccountContent) -> AccountSection {
        let verified = content.addresses.addresses.map { address in
            var buttons: [Button] = []
            if address.isVerified && !address.isPrimary {
                buttons.append(button(.makePrimary(address), AccountText.makePrimary))
            }
            buttons.append(button(.removeAddress(address), AccountText.remove, role: .destructive))
            return AccountRow(
                id: address.id,
                title: address.value,
                detail: address.isPrimary ? text(AccountText.primary) : nil,
                buttons: buttons
            )
        }
        let pending = content.addresses.pendingAddresses.map { address in
            AccountRow(
                id: address.id,
                title: address.value,
                detail: text(AccountText.pending),
                buttons: [
                    button(.verify(address), AccountText.confirm),
                    button(.abandon(address), AccountText.forget, role: .destructive),
                ]
            )
        }
        return AccountSection(
            id: .addresses,
            title: text(AccountText.addresses),
            rows: verified + pending,
            buttons: [button(.addEmail, AccountText.addEmail), button(.addPhone, AccountText.addPhone)]
        )
    }

    // MARK: Security

    private func security(_ content: AccountContent) -> AccountSection {
        var rows = [password(content)] + content.credentials.items.map(credential)
        rows.append(secondFactor(content))
        if content.hasSecondFactor { rows.append(recoveryCodes(content)) }
        var buttons: [Button] = []
        if model.acceptsPasskeys { buttons.append(button(.addPasskey, SecurityText.addPasskey)) }
        buttons.append(button(.addAuthenticatorApp, SecurityText.addApp))
        return AccountSection(id: .security, title: text(SecurityText.title), rows: rows, buttons: buttons)
    }

    private func password(_ content: AccountContent) -> AccountRow {
        var buttons = [
            button(.setPassword, content.password == nil ? SecurityText.setPassword : SecurityText.changePassword)
        ]
        if content.password?.canBeRemoved == true {
            buttons.append(button(.removePassword, SecurityText.removePassword, role: .destructive))
        }
        return AccountRow(
            id: "password",
            title: text(SecurityText.password),
            detail: text(content.password == nil ? SecurityText.passwordNotSet : SecurityText.passwordSet),
            buttons: buttons
        )
    }

    private func credential(_ credential: CredentialDetails) -> AccountRow {
        let kind = text(credential.kind == .passkey ? SecurityText.passkey : FactorText.app)
        let addedAt = SecurityText.addedAt.text(in: locale, [.date: date(credential.createdAt)])
        return AccountRow(
            id: credential.id,
            title: credential.name.isEmpty ? kind : credential.name,
            detail: credential.name.isEmpty ? addedAt : "\(kind) · \(addedAt)",
            buttons: [
                button(.rename(credential), SecurityText.rename),
                button(.removeCredential(credential), SecurityText.removeItem, role: .destructive),
            ]
        )
    }

    private func secondFactor(_ content: AccountContent) -> AccountRow {
        var row = AccountRow(id: "secondFactor", title: text(SecurityText.secondStep))
        if content.credentials.requiresSecondFactor {
            row.detail = text(SecurityText.secondStepOn)
            row.buttons = [button(.turnOffSecondFactor, SecurityText.turnOff, role: .destructive)]
        } else if content.hasSecondFactor {
            row.detail = text(SecurityText.secondStepOff)
            row.buttons = [button(.turnOnSecondFactor, SecurityText.turnOn)]
        } else {
            row.detail = text(SecurityText.secondStepMissing)
        }
        return row
    }

    private func recoveryCodes(_ content: AccountContent) -> AccountRow {
        let count = content.credentials.remainingRecoveryCodes
        return AccountRow(
            id: "recoveryCodes",
            title: text(SecurityText.recoveryCodes),
            detail: count == 1
                ? text(SecurityText.oneCodeLeft) : SecurityText.codesLeft.text(in: locale, [.count: String(count)]),
            buttons: [button(.newRecoveryCodes, SecurityText.newCodes)]
        )
    }

    // MARK: Sessions

    private func sessions(_ content: AccountContent) -> AccountSection {
        let rows = content.sessions.map { session in
            let name = session.clientName ?? session.userAgent ?? text(AccountText.browser)
            let used = AccountText.lastUsed.text(in: locale, [.date: date(session.lastUsedAt)])
            return AccountRow(
                id: session.id,
                title: name,
                detail: session.isCurrent ? text(AccountText.currentSession) : used,
                buttons: session.isCurrent ? [] : [button(.end(session), AccountText.endSession, role: .destructive)]
            )
        }
        var section = AccountSection(id: .sessions, title: text(AccountText.sessions), rows: rows)
        if content.sessions.contains(where: { !$0.isCurrent }) {
            section.buttons = [button(.endOthers, AccountText.endOthers, role: .destructive)]
        }
        return section
    }

    private func apps(_ content: AccountContent) -> AccountSection {
        let rows = content.apps.map { app in
            let since = app.isFirstParty ? AccountText.usedSince : AccountText.allowedOn
            return AccountRow(
                id: app.clientID,
                title: app.name,
                detail: since.text(in: locale, [.date: date(app.since)]),
                buttons: app.isFirstParty ? [] : [button(.withdraw(app), AccountText.withdraw, role: .destructive)]
            )
        }
        return AccountSection(id: .apps, title: text(AccountText.apps), rows: rows)
    }

    private var end: AccountSection {
        AccountSection(
            id: .end,
            buttons: [
                button(.signOut, AccountText.signOut), button(.delete, AccountText.delete, role: .destructive),
            ]
        )
    }
}
