import Foundation
import KiiSDK
import Observation

/// The user and their notes, which are a custom field of the user at the server.
@MainActor @Observable
final class NotesModel {
    private static let field = "notes"

    /// Whether a user is signed in; `nil` until the stored session was read.
    private(set) var isSignedIn: Bool?
    private(set) var notes: [String] = []
    /// The last error, for the user.
    var message: String?

    /// Continues the session of the last launch.
    func restore() async {
        do {
            show(try await KiiUser.authenticateWithStoredCredentials())
        } catch {
            // No session: the user signs in.
            isSignedIn = false
        }
    }

    func signIn(name: String, password: String) async {
        await perform { show(try await KiiUser.authenticate(name, withPassword: password)) }
    }

    func register(name: String, password: String) async {
        await perform { show(try await KiiUser(username: name, andPassword: password).performRegistration()) }
    }

    func add(_ note: String) async {
        await store(notes + [note])
    }

    func remove(at offsets: IndexSet) async {
        await store(notes.enumerated().filter { !offsets.contains($0.offset) }.map(\.element))
    }

    func signOut() {
        KiiUser.logOut()
        (isSignedIn, notes) = (false, [])
    }

    private func show(_ user: KiiUser) {
        notes = user.getObjectForKey(Self.field) as? [String] ?? []
        isSignedIn = true
    }

    private func store(_ changed: [String]) async {
        await perform {
            guard let user = KiiUser.current() else { return signOut() }
            let fields = KiiUserFields()
            _ = fields.setObject(changed, forKey: Self.field)
            show(try await user.update(with: fields))
        }
    }

    private func perform(_ work: () async throws -> Void) async {
        message = nil
        do {
            try await work()
        } catch {
            message = error.localizedDescription
        }
    }
}
