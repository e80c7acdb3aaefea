package import Foundation

/// Writes to resources.
package enum ResourceChange: Sendable, Equatable {
    /// Inserts a resource. Conflicts if the identifier exists.
    case insert(Resource)
    /// Replaces the resource. Conflicts unless the stored revision is one below.
    case update(Resource)
    /// Deletes the resource. Conflicts if it does not exist.
    case delete(Resource.ID)
}

/// Writes to pushed authorization requests.
package enum PushedRequestChange: Sendable, Equatable {
    /// Inserts a request. Conflicts if the id exists.
    case insert(PushedRequest)
    /// Deletes the request when its authorization completes. Conflicts if it does not exist.
    case consume(PushedRequest.ID)
}

/// Writes to initial access tokens.
package enum InitialAccessTokenChange: Sendable, Equatable {
    /// Inserts a token. Conflicts if the id exists.
    case insert(InitialAccessToken)
    /// Records a registration. Conflicts unless the token exists, has not expired at `at`, and permits another one.
    case use(InitialAccessToken.ID, at: Date)
    /// Deletes the token; does nothing if it does not exist.
    case delete(InitialAccessToken.ID)
}
