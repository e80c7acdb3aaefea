import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: ClientChange) throws(StoreError) {
        switch change {
        case .insert(let client):
            insert(into: "clients", try columns(of: client))
        case .update(let client, nil):
            update("clients", try columns(of: client), where: "id = \(client.id.rawValue)")
        case .update(let client, let revision?):
            update(
                "clients",
                try columns(of: client),
                where: "id = \(client.id.rawValue) AND revision = \(revision)"
            )
        case .delete(let id):
            require("DELETE FROM clients WHERE id = \(id.rawValue)")
        }
    }

    private func columns(of client: Client) throws(StoreError) -> KeyValuePairs<String, any Storable> {
        [
            "id": client.id.rawValue,
            "name": client.name,
            "logo_uri": client.logoURI,
            "tos_uri": client.termsOfServiceURI,
            "policy_uri": client.policyURI,
            "secret_hash": client.secretHash,
            "previous_secret": try StoredJSON.optionalText(client.previousSecret),
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
            "native": try StoredJSON.optionalText(client.native),
            "kii": try StoredJSON.optionalText(client.kii),
            "refresh_recovery": client.refreshRecovery.rawValue,
            "introspects": try StoredJSON.text(client.introspects),
            "code_domain": client.codeDomain,
            "is_for_development": client.isForDevelopment,
            "revision": client.revision,
            "created_at": client.createdAt.milliseconds,
        ]
    }
}
