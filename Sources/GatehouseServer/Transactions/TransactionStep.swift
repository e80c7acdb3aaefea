/// Where a transaction stands.
///
/// Each case holds what its step needs and nothing can be built without: only a verified ``CodeStep`` yields a proven address, only a
/// proven address or an accepted password yields an ``AuthenticatedPerson``, and only such a person reaches consent or is granted tokens.
package enum TransactionStep: Sendable, Equatable, Codable {
    case identify(IdentifyStep)
    case chooseAccount(ChooseAccountStep)
    case password(PasswordStep)
    case code(CodeStep)
    case newPassword(NewPasswordStep)
    case attributes(AttributesStep)
    case consent(ConsentStep)
    /// An app has named an address.
    case challenge(ChallengeStep)
    case choosePassword(ChoosePasswordStep)
    /// A new password is set, which the app has yet to hear.
    case changed(GrantedStep)
    case granted(GrantedStep)
    /// It has given what it was for.
    case finished

    var isFinished: Bool { self == .finished }

    /// Whether the form of the one is still a form of the other.
    func isSameKind(as other: TransactionStep) -> Bool {
        switch (self, other) {
        case (.identify(let one), .identify(let two)): one.mode == two.mode
        case (.chooseAccount, .chooseAccount), (.newPassword, .newPassword), (.consent, .consent),
            (.challenge, .challenge), (.choosePassword, .choosePassword), (.changed, .changed), (.granted, .granted),
            (.finished, .finished):
            true
        case (.password(let one), .password(let two)): one.email == two.email
        case (.code(let one), .code(let two)): one.address == two.address && one.use == two.use
        case (.attributes(let one), .attributes(let two)): one.page == two.page
        default: false
        }
    }
}
