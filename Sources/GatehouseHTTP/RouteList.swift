import GatehouseServer
import GatehouseWire

/// All routes of the server, each with its dependencies.
struct RouteList {
    let server: IdentityServer
    let pages: PageResponder
    /// The mailbox of development mode; `nil` adds no pages for it.
    let mailbox: DevelopmentMailbox?

    var routes: [Route] {
        [
            MetadataRoutes(server: server).routes,
            SharedSignalsRoutes(server: server).routes,
            AssociationRoutes(server: server).routes,
            ProtectedResourceRoutes(handler: server.protectedResources).routes,
            TokenRoutes(server: server).routes,
            AuthorizationChallengeRoutes(server: server).routes,
            UserInfoRoutes(server: server).routes,
            RegistrationRoutes(registration: server.registration).routes,
            AccountAPIRoutes(server: server).routes,
            AuthorizationRoutes(server: server, pages: pages).routes,
            FlowRoutes(server: server, pages: pages).routes,
            DeviceRoutes(server: server, pages: pages).routes,
            PasskeyRoutes(server: server).routes,
            AccountRoutes(server: server, pages: pages, hasHomePage: mailbox == nil).routes,
            MessageLinkRoutes(server: server, pages: pages).routes,
            EndSessionRoutes(handler: server.endSession, pages: pages).routes,
            AmazonRoutes(server: server, pages: pages).routes,
            EntraRoutes(server: server, pages: pages).routes,
            EntraInteractionRoutes(server: server).routes,
            KiiRoutes(server: server).routes,
            HealthRoutes(server: server).routes,
            AssetRoutes().routes,
            mailbox.map { MailboxRoutes(mailbox: $0, pages: pages).routes } ?? [],
        ].flatMap(\.self)
    }

    /// The kinds of paths without a route.
    var fallbacks: [Route.Fallback] {
        [KiiRoutes.fallback, AccountAPIRoutes.fallback, EntraRoutes(server: server, pages: pages).fallback]
    }
}
