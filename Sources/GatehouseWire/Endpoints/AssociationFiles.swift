package import HTTPTypes

/// The apps on Apple platforms that may use the passkeys of the host and open its links.
package struct AppleAppSiteAssociation: Sendable, Equatable {
    /// The apps that may use passkeys and passwords of the host.
    package struct WebCredentials: Sendable, Equatable, Codable {
        package let apps: [String]

        package init(apps: [String]) {
            self.apps = apps
        }
    }

    /// The links of the host that open in apps.
    package struct AppLinks: Sendable, Equatable, Codable {
        package let details: [Detail]

        package init(details: [Detail]) {
            self.details = details
        }
    }

    /// The links of some apps.
    package struct Detail: Sendable, Equatable, Codable {
        package let appIDs: [String]
        package let components: [Component]

        package init(appIDs: [String], components: [Component]) {
            self.appIDs = appIDs
            self.components = components
        }
    }

    /// The pattern of a link; without a pattern for the query, every query matches.
    package struct Component: Sendable, Equatable, Codable {
        package let path: String

        package init(path: String) {
            self.path = path
        }

        private enum CodingKeys: String, CodingKey {
            case path = "/"
        }
    }

    package let webCredentials: WebCredentials
    package let appLinks: AppLinks?

    package init(webCredentials: WebCredentials, appLinks: AppLinks?) {
        self.webCredentials = webCredentials
        self.appLinks = appLinks
    }

    private enum CodingKeys: String, CodingKey {
        case webCredentials = "webcredentials"
        case appLinks = "applinks"
    }
}

extension AppleAppSiteAssociation: JSONResponse {
    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}

/// The Android apps that may use the passkeys of the host and open its links (Digital Asset Links).
package struct AssetLinks: Sendable, Equatable, Codable {
    /// A statement about one app.
    package struct Statement: Sendable, Equatable, Codable {
        package let relations: [String]
        package let target: Target

        package init(relations: [String], target: Target) {
            self.relations = relations
            self.target = target
        }

        private enum CodingKeys: String, CodingKey {
            case relations = "relation"
            case target
        }
    }

    /// An Android app.
    package struct Target: Sendable, Equatable, Codable {
        package let namespace: String
        package let packageName: String
        /// The SHA-256 fingerprints of its signing certificates, in upper-case hexadecimal with colons.
        package let fingerprints: [String]

        package init(packageName: String, fingerprints: [String]) {
            namespace = "android_app"
            self.packageName = packageName
            self.fingerprints = fingerprints
        }

        private enum CodingKeys: String, CodingKey {
            case namespace
            case packageName = "package_name"
            case fingerprints = "sha256_cert_fingerprints"
        }
    }

    package let statements: [Statement]

    package init(statements: [Statement]) {
        self.statements = statements
    }

    package init(from decoder: any Decoder) throws {
        statements = try decoder.singleValueContainer().decode([Statement].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(statements)
    }
}

extension AssetLinks: JSONResponse {
    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}

/// The further origins that may use the passkeys of the host (WebAuthn Level 3 §5.11).
package struct RelatedOrigins: Sendable, Equatable, Codable {
    package let origins: [String]

    package init(origins: [String]) {
        self.origins = origins
    }
}

extension RelatedOrigins: JSONResponse {
    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}

/// The association file for Apple platforms, at the root of the host.
package enum AppleAppSiteAssociationEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = AppleAppSiteAssociation

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/apple-app-site-association"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}

/// The association file for Android, at the root of the host.
package enum AssetLinksEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = AssetLinks

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/assetlinks.json"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}

/// The related origins of passkeys, at the root of the host.
package enum RelatedOriginsEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = RelatedOrigins

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/webauthn"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}
