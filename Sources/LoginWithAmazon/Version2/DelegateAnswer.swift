/// What a call of version 2 brought, before it becomes the object that a delegate gets.
enum DelegateAnswer: Sendable {
    case text(String)
    case profile(AMZNUser)

    var object: Any {
        switch self {
        case .text(let text): text
        case .profile(let user): user.profileData
        }
    }
}
