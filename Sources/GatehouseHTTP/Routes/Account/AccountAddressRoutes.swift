import GatehouseServer
import GatehouseStore
import GatehouseWire

/// `/account/addresses`: add, confirm and remove addresses.
struct AccountAddressRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    var routes: [Route] {
        [
            responder.route(AccountSection.addresses.path, in: .addresses) { visit, errors throws(AccountError) in
                show(visit, errors)
            } submit: { visit, form throws(AccountError) in
                responder.redirect(to: visit.path, showing: try await submit(form, of: visit), for: visit)
            }
        ]
    }

    private func submit(_ form: Parameters, of visit: AccountVisit) async throws(AccountError) -> PageMessage {
        let addresses = server.accounts.addresses
        let action = form.page(.action).flatMap(PageAction.init(rawValue:)) ?? .continue
        guard let item = form.page(.item) else {
            let kind: AccountIdentifier.Kind = form.page(.phone) == nil ? .email : .phone
            let text = form.page(kind == .phone ? .phone : .email) ?? ""
            let account = try await addresses.add(text, as: kind, to: visit.account, visit.call)
            let isPresent = LoginIdentifier(kind, text).map(account.hasIdentifier) ?? false
            return isPresent ? .addressPresent : .addressCodeSent
        }
        guard let address = Self.address(item) else { throw .noAddress }
        switch action {
        case .makePrimary:
            _ = try await addresses.makePrimary(address, of: visit.account, visit.call)
            return .primaryAddressChanged
        case .remove:
            _ = try await addresses.remove(address, from: visit.account, visit.call)
            return .addressRemoved
        default: break
        }
        // The code is of the pending address of the kind, which may have been replaced in another tab.
        guard visit.account.pending(address.kind)?.value == address.value else { throw .nothingPending }
        if action == .resend {
            try await addresses.requestVerification(of: address.kind, visit.account, visit.call)
            return .addressCodeSent
        }
        let code = form.page(.code) ?? ""
        _ = try await addresses.verify(address.kind, of: visit.account, code: code, visit.call)
        return .addressConfirmed
    }

    private func show(_ visit: AccountVisit, _ errors: FormErrors) -> ServerResponse {
        let account = visit.account
        let verified = account.identifiers.filter { $0.kind != .username }.map { identifier in
            AccountAddressesPage.Address(
                id: Self.item(identifier.kind, identifier.value),
                kind: identifier.kind,
                value: identifier.value,
                status: identifier.verifiedAt == nil
                    ? .unverified : account.identifier(identifier.kind) == identifier ? .primary : .additional,
                verifiedAt: identifier.verifiedAt
            )
        }
        let pending = account.pending.filter { $0.kind != .username }.map { address in
            let item = Self.item(address.kind, address.value)
            return AccountAddressesPage.Address(
                id: item,
                kind: address.kind,
                value: address.value,
                status: .pending,
                error: errors.item == item ? errors.field : nil
            )
        }
        let isPhone = errors.phone != nil
        let error = errors.item == nil ? errors.field : nil
        let page = AccountAddressesPage(
            form: visit.form,
            frame: visit.frame,
            addresses: verified + pending,
            email: .init(value: errors.email ?? "", error: isPhone ? nil : error),
            phone: server.settings.sendsSMS ? .init(value: errors.phone ?? "", error: isPhone ? error : nil) : nil,
            alert: errors.alert,
            notice: visit.state.notice
        )
        return responder.render(page, for: visit, errors)
    }

    /// Returns the text of an address in forms.
    private static func item(_ kind: AccountIdentifier.Kind, _ value: String) -> String { "\(kind.rawValue):\(value)" }

    private static func address(_ item: String) -> LoginIdentifier? {
        let parts = item.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = AccountIdentifier.Kind(rawValue: parts[0]) else { return nil }
        return LoginIdentifier(kind, parts[1])
    }
}
