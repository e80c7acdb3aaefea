import GatehouseStore

/// Issues the codes that verify pending addresses.
protocol AddressCodeIssuing: Sendable {
    /// Returns the verification code of a pending address: the current one while it is valid, or a new one.
    func verificationCode(
        for address: PendingAddress,
        of account: Account,
        _ call: AccountRequest
    ) async throws(ServiceFailure) -> IssuedCode
}

extension AddressCodeIssuing {
    /// Returns the verification codes of pending addresses.
    func verificationCodes(
        for addresses: [PendingAddress],
        of account: Account,
        _ call: AccountRequest
    ) async throws(ServiceFailure) -> [IssuedCode] {
        var codes: [IssuedCode] = []
        for address in addresses { codes.append(try await verificationCode(for: address, of: account, call)) }
        return codes
    }
}

/// The writes that issue a code for an address.
struct IssuedCode: Sendable {
    /// The writes that store the code, and count and enqueue its message if one is sent.
    let writes: [ConditionalWrite]
    /// Whether the same code was sent recently.
    let wasSentRecently: Bool
}
