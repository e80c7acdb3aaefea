import Gatehouse

extension AmazonApp {
    func createCodePair(
        _ requested: Result<RequestedScopes, LoginFailure>
    ) async -> Result<DeviceAuthorizationPrompt, LoginFailure> {
        switch requested {
        case .failure(let failure): return .failure(failure)
        case .success(let requested):
            var options = SignInOptions()
            options.amazon = AmazonSignInOptions(scopeData: requested.data, region: codePairRegion)
            return await result { client throws(AuthError) in
                let pending = try await client.gatehouse.beginOnDevice(scopes: requested.scopes, options: options)
                client.codePairs.keep(pending, for: requested.scopes)
                return pending.prompt
            }
        }
    }

    func token(ofCodePair requested: Result<RequestedScopes, LoginFailure>) async -> Result<String, LoginFailure> {
        switch requested {
        case .failure(let failure): .failure(failure)
        case .success(let requested):
            await result { client throws(AuthError) in
                try await client.codePairs.token(for: requested.scopes, with: client.gatehouse)
            }
        }
    }

    private var codePairRegion: AmazonRegion? {
        let region = settings.codePairRegion
        return region == .auto ? nil : region.place
    }
}
