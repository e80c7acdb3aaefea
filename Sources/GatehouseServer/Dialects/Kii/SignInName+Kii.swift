import GatehouseStore
import GatehouseWire

extension AccountIdentifier.Kind {
    /// `nil` for the accounts of other companies.
    init?(_ type: KiiAccountType) {
        switch type {
        case .email: self = .email
        case .phone: self = .phone
        case .loginName: self = .username
        default: return nil
        }
    }

    init(_ kind: KiiAddressKind) {
        self = kind == .email ? .email : .phone
    }
}

extension SignInName {
    /// What was typed to sign in with: a name of any kind, or one that says of which it is.
    init(kii text: String) {
        if case .name(let type, let value)? = KiiSelector.name(text), let kind = AccountIdentifier.Kind(type) {
            self.init(typed: value, as: kind)
        } else {
            self.init(typed: text)
        }
    }
}
