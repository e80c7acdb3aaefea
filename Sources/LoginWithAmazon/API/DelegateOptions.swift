import Foundation
import GatehouseWire

/// The untyped options of a version 2 call.
struct DelegateOptions {
    private let options: [AnyHashable: Any]

    init(_ options: [AnyHashable: Any]?) {
        self.options = options ?? [:]
    }

    var isSandbox: Bool { isSet(kAMZNLWAOptionSandboxMode) }
    var isForced: Bool { isSet(kAMZNLWAForceRefresh) }
    var returnsCode: Bool { isSet(kAMZNLWAOptionReturnAuthCode) }

    /// Returns the equivalent version 3 parameters.
    func parameters(for names: [Any]?) -> Result<AuthorizationParameters, LoginFailure> {
        Result { () throws(LoginFailure) in
            var requested = try Self.scopes(names)
            if let text = options[kAMZNLWAOptionScopeData] as? String, !text.isEmpty {
                do throws(WireError) {
                    requested.data = try AmazonScopeData(parsing: text)
                } catch {
                    throw .invalidInput("The scope data is malformed. \(error.message)")
                }
            }
            return AuthorizationParameters(
                requested: requested,
                strategy: .auto,
                grantType: returnsCode ? .code : .token,
                challenge: try AuthorizationParameters.codeChallenge(
                    options[kAMZNLWAOptionCodeChallenge] as? String ?? "",
                    method: options[kAMZNLWAOptionCodeChallengeMethod] as? String ?? ""
                )
            )
        }
    }

    /// Parses the names of scopes.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` if they are not strings or not valid scope names.
    static func scopes(_ names: [Any]?) throws(LoginFailure) -> RequestedScopes {
        guard let names = (names ?? []) as? [String] else { throw .invalidInput("The scopes must be strings.") }
        return try RequestedScopes(names: names)
    }

    /// Returns whether a Boolean option is set: Objective-C code passes `@"YES"`, `@YES` or `@(YES)`.
    private func isSet(_ key: String) -> Bool {
        switch options[key] {
        case let truth as Bool: truth
        case let number as NSNumber: number.boolValue
        case let text as String: ["yes", "true", "1"].contains(text.lowercased())
        default: false
        }
    }
}

/// The key for `"YES"` in the override parameters of `getAccessToken`, which requests a new access token.
public let kAMZNLWAForceRefresh: String = "kAMZNLWAForceRefresh"
/// The key for `"YES"` in the options of `authorizeUser`, which selects Amazon's sandbox.
public let kAMZNLWAOptionSandboxMode: String = "kAMZNLWAOptionSandboxMode"
/// The key for the scope data in the options of `authorizeUser`: a string with a JSON object keyed by scope.
public let kAMZNLWAOptionScopeData: String = "kAMZNLWAOptionScopeData"
/// The key for `true` in the options of `authorizeUser`, which requests an authorization code instead of a session.
public let kAMZNLWAOptionReturnAuthCode: String = "kAMZNLWAOptionReturnAuthCode"
/// The key for the code challenge in the options of `authorizeUser`.
public let kAMZNLWAOptionCodeChallenge: String = "kAMZNLWAOptionCodeChallenge"
/// The key for the code challenge method in the options of `authorizeUser`: `S256` or `plain`.
public let kAMZNLWAOptionCodeChallengeMethod: String = "kAMZNLWAOptionCodeChallengeMethod"

// Names in versions 2 and 3.0.

/// The key for `"YES"` in the override parameters of `getAccessToken`, which requests a new access token.
public let kForceRefresh: String = kAMZNLWAForceRefresh
/// The key for `"YES"` in the options of `authorizeUser`, which selects Amazon's sandbox.
public let kAIOptionSandboxMode: String = kAMZNLWAOptionSandboxMode
/// The key for the scope data in the options of `authorizeUser`: a string with a JSON object keyed by scope.
public let kAIOptionScopeData: String = kAMZNLWAOptionScopeData
/// The key for `true` in the options of `authorizeUser`, which requests an authorization code instead of a session.
public let kAIOptionReturnAuthCode: String = kAMZNLWAOptionReturnAuthCode
/// The key for the code challenge in the options of `authorizeUser`.
public let kAIOptionCodeChallenge: String = kAMZNLWAOptionCodeChallenge
/// The key for the code challenge method in the options of `authorizeUser`: `S256` or `plain`.
public let kAIOptionCodeChallengeMethod: String = kAMZNLWAOptionCodeChallengeMethod

#if !canImport(ObjectiveC)
/// Prevents infinite recursion between the two spellings if a delegate implements neither.
enum Spelling {
    @TaskLocal private static var delegates: Set<ObjectIdentifier> = []

    static func once(for delegate: any AMZNLWAAuthenticationDelegate, _ call: () -> Void) {
        let delegate = ObjectIdentifier(delegate)
        guard !delegates.contains(delegate) else { return }
        $delegates.withValue(delegates.union([delegate]), operation: call)
    }
}
#endif
