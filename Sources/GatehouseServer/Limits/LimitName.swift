/// A limit that callers can reach, by the name of its setting.
package enum LimitName: String, Sendable, CaseIterable {
    case requestsPerAddress = "requests-per-address"
    case requestsPerClient = "requests-per-client"
    case accountsPerAddress = "accounts-per-address"
    case failuresPerAddress = "failures-per-address"
    case passwordFailuresPerAccount = "password-failures-per-account"
    case codeFailuresPerAccount = "code-failures-per-account"
    case mailsPerRecipient = "mails-per-recipient"
    case mailsPerAddress = "mails-per-address"
}
