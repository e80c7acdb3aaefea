/// A closure that is called once with the user's profile, or with an error.
public typealias AMZNUserFetchRequestHandler = (AMZNUser?, (any Error)?) -> Void

extension AMZNUser {
    /// Fetches the profile of the signed-in user.
    ///
    /// The response is cached for 60 minutes, unless another user signs in or the scopes change.
    ///
    /// - Parameter handler: The closure that is called once with the profile, or with an error:
    ///   ``kAMZNLWAApplicationNotAuthorized`` without a session.
    public class func fetch(_ handler: @escaping AMZNUserFetchRequestHandler) {
        AmazonClient.current.run {
            await $0.profile()
        } then: { result in
            switch result {
            case .success(let user): handler(user, nil)
            case .failure(let failure): handler(nil, failure.error)
            }
        }
    }

    /// Fetches the profile of the signed-in user, as ``fetch(_:)`` does.
    ///
    /// - Returns: The profile.
    /// - Throws: An `NSError` of the domain ``kAMZNLWAErrorDomain``.
    public class func fetch() async throws -> AMZNUser {
        switch await AmazonClient.current.profile() {
        case .success(let user): return user
        case .failure(let failure): throw failure.error
        }
    }
}
