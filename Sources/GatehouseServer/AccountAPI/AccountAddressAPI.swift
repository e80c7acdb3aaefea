import GatehouseStore
package import GatehouseWire

/// The operations of the account API on addresses.
package struct AccountAddressAPI: Sendable {
    let changer: AddressChanger
    let projection: AccountProjection

    /// Returns all addresses.
    package func list(_ caller: AccountAPICaller) async throws(ProblemDetails) -> AccountAddresses {
        var pending: [PendingAccountAddress] = []
        for address in caller.account.pending {
            if let described = try await describe(address, caller.account, for: caller) { pending.append(described) }
        }
        return AccountAddresses(addresses: projection.addresses(of: caller.account), pendingAddresses: pending)
    }

    /// Adds an address, and sends a code to it.
    package func add(
        _ request: AddAddressRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> PendingAccountAddress {
        let kind = request.kind.identifierKind
        let account: Account
        do { account = try await changer.add(request.value, as: kind, to: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
        guard let address = LoginIdentifier(kind, request.value), !account.hasIdentifier(address),
            let pending = account.pending(kind),
            let described = try await describe(pending, account, for: caller)
        else { throw ProblemDetails(.addressPresent) }
        return described
    }

    /// Verifies a pending address.
    package func verify(
        _ id: String,
        with request: VerifyAddressRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> AccountAddress {
        let address = try pendingAddress(id, caller.account)
        let account: Account
        do {
            let code = request.code.reveal()
            account = try await changer.verify(address.kind, of: caller.account, code: code, caller.request)
        } catch {
            throw ProblemDetails(error, for: caller)
        }
        return try find(id, account)
    }

    /// Sends the code of a pending address again, unless it was sent recently.
    package func resend(_ id: String, _ caller: AccountAPICaller) async throws(ProblemDetails) -> PendingAccountAddress
    {
        let address = try pendingAddress(id, caller.account)
        do { try await changer.requestVerification(of: address.kind, caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
        guard let described = try await describe(address, caller.account, for: caller) else {
            throw ProblemDetails(.notFound)
        }
        return described
    }

    /// Makes an address the primary one of its kind.
    package func update(
        _ id: String,
        with request: AddressUpdateRequest,
        _ caller: AccountAPICaller
    ) async throws(ProblemDetails) -> AccountAddress {
        let address = try identifier(id, caller.account)
        guard request.isPrimary else {
            throw ProblemDetails(
                .invalidValue,
                "Make another address the primary one instead.",
                field: AddressUpdateRequest.CodingKeys.isPrimary.stringValue
            )
        }
        guard caller.account.hasIdentifier(address) else {
            throw ProblemDetails(.addressUnverified, "Verify the address first.")
        }
        let account: Account
        do { account = try await changer.makePrimary(address, of: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
        return try find(id, account)
    }

    /// Removes an address, or abandons a pending one.
    package func remove(_ id: String, _ caller: AccountAPICaller) async throws(ProblemDetails) {
        let address = try identifier(id, caller.account)
        do { _ = try await changer.remove(address, from: caller.account, caller.request) } catch {
            throw ProblemDetails(error, for: caller)
        }
    }

    // MARK: Lookup

    /// Returns the address with an identifier, verified or pending.
    private func identifier(_ id: String, _ account: Account) throws(ProblemDetails) -> LoginIdentifier {
        let verified = account.identifiers.filter { $0.kind != .username }.map { LoginIdentifier($0) }
        let all = verified + account.pending.map { LoginIdentifier($0) }
        guard let found = all.first(where: { projection.id(of: $0, account.id) == id }) else {
            throw ProblemDetails(.notFound)
        }
        return found
    }

    private func pendingAddress(_ id: String, _ account: Account) throws(ProblemDetails) -> PendingAddress {
        let found = account.pending.first { projection.id(of: LoginIdentifier($0), account.id) == id }
        guard let found else { throw ProblemDetails(.notFound) }
        return found
    }

    private func find(_ id: String, _ account: Account) throws(ProblemDetails) -> AccountAddress {
        guard let found = projection.addresses(of: account).first(where: { $0.id == id }) else {
            throw ProblemDetails(.notFound)
        }
        return found
    }

    private func describe(
        _ address: PendingAddress,
        _ account: Account,
        for caller: AccountAPICaller
    ) async throws(ProblemDetails) -> PendingAccountAddress? {
        do {
            let code = try await changer.pendingCode(for: address, of: account)
            return projection.pending(address, code: code, account)
        } catch {
            throw ProblemDetails(error, for: caller)
        }
    }
}
