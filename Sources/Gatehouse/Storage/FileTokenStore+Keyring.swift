public import Foundation

extension FileTokenStore {
    /// Finds out whether the keyring of the person's desktop can be used here, or whether this machine is to be treated as headless.
    ///
    /// In this order it looks for:
    /// 1. a D-Bus session: `DBUS_SESSION_BUS_ADDRESS`, or else the socket `bus` in `XDG_RUNTIME_DIR`. None is ever started.
    /// 2. the library libsecret (`libsecret-1.so.0`);
    /// 3. an answer of the Secret Service within three seconds, and a keyring that is the default one.
    ///
    /// ``Protection/automatic`` goes by the same three at a sign-in: ``KeyringState/ready`` puts the key into the keyring, anything else into a
    /// key file. Nothing is stored, and nobody is asked to unlock anything.
    ///
    /// - Parameter environment: The environment to look at in step 1; the bus itself is found by the one of the process.
    /// - Returns: Whether the keyring can be used, and if not, why; always ``KeyringState/absent(_:)`` elsewhere than on Linux.
    public static func keyringState(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async -> KeyringState {
        let keyring = SecretService(environment: environment)
        do throws(TokenStoreError) {
            return try await StoreQueue().run { keyring.state() }
        } catch {
            return .absent(error.detail)
        }
    }

    /// Has the desktop ask the person for the keyring's password, and waits for the answer, two minutes at most.
    ///
    /// Nothing else of this library does. Call it when the person has asked for it, as with a button beside "The keyring is locked"; what could not
    /// be read before can be read then.
    ///
    /// - Parameter environment: The environment to find the D-Bus session in.
    /// - Returns: How the keyring is afterwards: ``KeyringState/locked`` when the person did not want to, or there is nothing to ask with.
    @discardableResult
    public static func unlockKeyring(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async -> KeyringState {
        let keyring = SecretService(environment: environment)
        do throws(TokenStoreError) {
            return try await StoreQueue().run { keyring.unlock() }
        } catch {
            return .absent(error.detail)
        }
    }
}
