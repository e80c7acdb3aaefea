import Foundation
import Gatehouse

/// Signs a user up without a browser, whichever steps the server requires: one `switch` handles the flow.
@main
struct NativeSignUp {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let issuer = URL(string: arguments[1]) else {
            return fail("usage: NativeSignUp ISSUER CLIENT-ID")
        }
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: arguments[2])
        // Apps omit this to stay signed in. The example leaves no data behind.
        configuration.tokenStore = MemoryTokenStore()
        // The example has no screens for second factors.
        configuration.nativeCapabilities = []
        do {
            let session = try await signUp(with: GatehouseClient(configuration: configuration))
            let user = try await session.user()
            print("Welcome, \(user.name ?? user.email ?? user.id)!")
        } catch let error as AuthError {
            fail(error.userMessage() ?? "You cancelled the sign-up.")
        } catch {
            fail("The input has ended.")
        }
    }

    static func signUp(with gatehouse: GatehouseClient) async throws -> Session {
        var step = try await gatehouse.signUp(email: ask("Email address"))
        while true {
            do {
                switch step {
                case .codeRequired(let code):
                    let typed = try ask("Code sent to \(code.delivery.sentTo), or press Return for a new code")
                    step = try await typed.isEmpty ? .codeRequired(code.resend()) : code.submit(typed)
                case .passwordRequired(let password):
                    step = try await password.submit(ask("Choose a password"))
                case .attributesRequired(let page):
                    print("About you:")
                    var values: [String: JSONValue] = [:]
                    for attribute in page.attributes {
                        values[attribute.name] = .string(try ask(attribute.label ?? attribute.name))
                    }
                    step = try await page.submit(values)
                case .completed(let account):
                    if let session = try await account.signIn(scopes: [.profile, .email]).session { return session }
                    throw CocoaError(.featureUnsupported)
                @unknown default:
                    throw CocoaError(.featureUnsupported)
                }
            } catch let error as AuthError where error.isCorrectable {
                // The step remains valid: the user tries again.
                print(([error.userMessage() ?? error.message] + error.invalidAttributes).joined(separator: " "))
            }
        }
    }

    static func ask(_ question: String) throws -> String {
        print(question, terminator: ": ")
        guard let line = readLine() else { throw CocoaError(.fileReadUnknown) }
        return line
    }

    static func fail(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }
}

extension AuthError {
    /// Whether the user can correct the input.
    var isCorrectable: Bool {
        [.wrongCode, .passwordRejected, .attributesRejected, .rateLimited].contains(code)
    }
}
