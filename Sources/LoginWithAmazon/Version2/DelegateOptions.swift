import Foundation
import GatehouseWire

/// The untyped options of a call of version 2, read.
struct DelegateOptions {
    private let options: [AnyHashable: Any]

    init(_ options: [AnyHashable: Any]?) {
        self.options = options ?? [:]
    }

    var isSandbox: Bool { isSet(kAMZNLWAOptionSandboxMode) }
    var isForced: Bool { isSet(kAMZNLWAForceRefresh) }
    var returnsCode: Bool { isSet(kAMZNLWAOptionReturnAuthCode) }

    /// What version 3 would be asked.
    func wish(for names: [Any]?) -> Result<AuthorizationWish, LoginFailure> {
        Result { () throws(LoginFailure) in
            var requested = try Self.scopes(names)
            if let text = options[kAMZNLWAOptionScopeData] as? String, !text.isEmpty {
                do throws(WireError) {
                    requested.data = try AmazonScopeData(parsing: text)
                } catch {
                    throw .invalidInput("The scope data cannot be read. \(error.message)")
                }
            }
            return AuthorizationWish(
                requested: requested,
                strategy: .auto,
                grantType: returnsCode ? .code : .token,
                challenge: try AuthorizationWish.codeChallenge(
                    options[kAMZNLWAOptionCodeChallenge] as? String ?? "",
                    method: options[kAMZNLWAOptionCodeChallengeMethod] as? String ?? ""
                )
            )
        }
    }

    /// Reads the names of scopes.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for anything else.
    static func scopes(_ names: [Any]?) throws(LoginFailure) -> RequestedScopes {
        guard let names = (names ?? []) as? [String] else { throw .invalidInput("The scopes must be texts.") }
        return try RequestedScopes(names: names)
    }

    /// Objective-C says `@"YES"`, `@YES`, or `@(YES)`.
    private func isSet(_ key: String) -> Bool {
        switch options[key] {
        case let truth as Bool: truth
        case let number as NSNumber: number.boolValue
        case let text as String: ["yes", "true", "1"].contains(text.lowercased())
        default: false
        }
    }
}
