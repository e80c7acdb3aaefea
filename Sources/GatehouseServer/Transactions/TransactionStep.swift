/// Where a transaction stands.
///
/// Each case holds what its step needs and nothing can be built without: only a verified ``CodeStep`` yields a proven address, only a
/// proven address or an accepted password yields an ``AuthenticatedPerson``, and only such a person reaches consent.
package enum TransactionStep: Sendable, Equatable, Codable {
    case identify(IdentifyStep)
    case chooseAccount(ChooseAccountStep)
    case password(PasswordStep)
    case code(CodeStep)
    case newPassword(NewPasswordStep)
    case attributes(AttributesStep)
    case consent(ConsentStep)
    /// It has given what it was for.
    case finished

    var isFinished: Bool { self == .finished }

    /// Whether the form of the one is still a form of the other.
    func isSameKind(as other: TransactionStep) -> Bool {
        switch (self, other) {
        case (.identify(let one), .identify(let two)): one.mode == two.mode
        case (.chooseAccount, .chooseAccount), (.newPassword, .newPassword), (.consent, .consent),
            (.finished, .finished):
            true
        case (.password(let one), .password(let two)): one.email == two.email
        case (.code(let one), .code(let two)): one.email == two.email && one.use == two.use
        case (.attributes(let one), .attributes(let two)): one.page == two.page
        default: false
        }
    }
}
