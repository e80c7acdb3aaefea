extension DeviceAuthorization.Decision {
    /// Who said yes.
    package var accountID: Account.ID? {
        if case .approved(let account, _, _, _, _) = self { account } else { nil }
    }
}
