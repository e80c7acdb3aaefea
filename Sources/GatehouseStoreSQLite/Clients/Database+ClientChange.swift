import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: ClientChange) throws -> Bool {
        switch change {
        case .insert(let client): try insert(into: "clients", columns(of: client))
        case .update(let client, let revision):
            try update(
                "clients",
                columns(of: client),
                where: "id = ? AND revision = coalesce(?, revision)",
                [client.id.rawValue, revision]
            ) == 1
        case .delete(let id): try run("DELETE FROM clients WHERE id = ?", [id.rawValue]) == 1
        }
    }

    private func columns(of client: Client) throws -> KeyValuePairs<String, Value> {
        [
            "id": client.id.rawValue,
            "name": client.name,
            "logo_uri": client.logoURI,
            "tos_uri": client.termsOfServiceURI,
            "policy_uri": client.policyURI,
            "secret_hash": client.secretHash,
            "previous_secret": try client.previousSecret.map(StoredJSON.text),
            "token_endpoint_auth_method": client.tokenEndpointAuthMethod.rawValue,
            "redirect_uris": try StoredJSON.text(client.redirectURIs),
            "post_logout_redirect_uris": try StoredJSON.text(client.postLogoutRedirectURIs),
            "grant_types": try StoredJSON.text(client.grantTypes),
            "scopes": client.scopes.description,
            "requires_pkce": client.requiresPKCE,
            "may_omit_redirect_uri": client.mayOmitRedirectURI,
            "id_token_algorithm": client.idTokenAlgorithm.rawValue,
            "skips_consent": client.skipsConsent,
            "attributes": try StoredJSON.text(client.attributes),
            "native": try client.native.map(StoredJSON.text),
            "kii": try client.kii.map(StoredJSON.text),
            "refresh_recovery": client.refreshRecovery.rawValue,
            "introspects": try StoredJSON.text(client.introspects),
            "code_domain": client.codeDomain,
            "is_for_development": client.isForDevelopment,
            "revision": client.revision,
            "created_at": client.createdAt.milliseconds,
        ]
    }
}
