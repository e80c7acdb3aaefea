import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

extension PageResponder {
    /// Returns the error page; API clients that accept only JSON get JSON.
    ///
    /// The page has the name and logo of the requested client, and links back to it where that is safe.
    func errorPage(_ error: OAuthError, call: ServerRequest) async -> ServerResponse {
        let parameters = (try? call.parameters()) ?? Parameters()
        // Avoids a lookup while the server is overloaded.
        let isAboutClient = ![.tooManyRequests, .unavailable, .server, .notFound].contains(ErrorPage.Kind(error))
        var client: Client?
        if isAboutClient, let id = parameters[.clientID], id.utf8.count <= 256 {
            client = try? await server.records.servedClient(Client.ID(id))
        }
        return errorPage(
            error,
            call: call,
            client: client,
            requestParameters: isAboutClient ? Self.requestParameters(parameters) : [],
            returnURL: client?.site(for: parameters[.redirectURI])
        )
    }

    /// Returns the error page of a flow that cannot be shown.
    func errorPage(_ error: OAuthError, call: ServerRequest, of flow: AbandonedFlow?) -> ServerResponse {
        errorPage(
            error,
            call: call,
            client: flow?.client,
            returnURL: flow?.client.isAccountPages == true
                ? basePath + AccountSection.details.path
                : flow?.refusal?.location ?? flow?.client.site(for: flow?.redirectURI?.rawValue)
        )
    }

    /// Returns the error page with a link to a URL.
    func errorPage(
        _ error: OAuthError,
        call: ServerRequest,
        client: Client?,
        requestParameters: [ErrorPage.RequestParameter] = [],
        returnURL: String?
    ) -> ServerResponse {
        let accept = call.request.headerFields[.accept] ?? ""
        guard !accept.contains("application/json") || accept.contains("text/html") else { return ServerResponse(error) }
        let page = ErrorPage(
            kind: ErrorPage.Kind(error),
            detail: error.description,
            requestParameters: requestParameters,
            requestID: call.context.requestID,
            returnURL: returnURL,
            retryAfter: error.retryAfter.map { Int($0.components.seconds) } ?? 60
        )
        var response = render(
            page,
            call: call,
            language: language(of: call),
            client: client,
            selfAddress: Self.address(of: call)
        ).with(status: error.status)
        response.fields[.retryAfter] = error.fields[.retryAfter]
        response.rejection = Rejection(error)
        return response
    }

    /// Returns the parameters that a developer compares with the client's registration.
    private static func requestParameters(_ parameters: Parameters) -> [ErrorPage.RequestParameter] {
        [ParameterName.clientID, .redirectURI, .postLogoutRedirectURI].compactMap { name in
            parameters[name].map { value in
                ErrorPage.RequestParameter(
                    name: name.rawValue,
                    value: value.count > 512 ? value.prefix(512) + "…" : value
                )
            }
        }
    }

    /// Returns the request's own address for the language choice; `nil` if GET does not show the page again.
    ///
    /// Omits paths that start with two slashes or contain a backslash: they would link to another host.
    private static func address(of call: ServerRequest) -> String? {
        guard [.get, .head].contains(call.request.method), let path = call.request.path?.prefix(while: { $0 != "?" }),
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            path.hasPrefix("/"), !path.hasPrefix("//"), let query = try? call.query()
        else { return nil }
        let rest = Parameters(query.elements.filter { $0.name != PageInput.language.rawValue })
        return rest.isEmpty ? String(path) : "\(path)?\(rest.formEncoded)"
    }
}

extension Client {
    /// Returns the root of the client's website.
    ///
    /// - Parameter requested: The redirect URI of the request, which selects one of several websites.
    /// - Returns: The root of the website; `nil` for apps, for clients that are not verified, and if several websites
    ///   are possible.
    fileprivate func site(for requested: String?) -> String? {
        guard isVerified else { return nil }
        let sites = Set(redirectURIs.compactMap(RedirectURI.init(rawValue:)).compactMap(\.site))
        if let site = requested.flatMap(RedirectURI.init(rawValue:))?.site, sites.contains(site) { return site }
        return sites.count == 1 ? sites.first : nil
    }
}

extension RedirectURI {
    /// The root of the website; `nil` for a loopback address without a port, where an app listens only briefly.
    fileprivate var site: String? {
        guard let origin, scheme == "https" || isLoopback && origin != "http://\(host ?? "")" else { return nil }
        return origin + "/"
    }
}

extension OAuthError {
    /// The error for a browser that did not send the page's cookie.
    static let noCookie = OAuthError(
        .invalidRequest,
        "The browser did not send this server's cookie. Either it blocks cookies, or the page was opened in another browser or under a host name other than the issuer's."
    )

    /// Creates the error of a flow that cannot be shown again, for the error page.
    init(page error: FlowError) {
        switch error {
        case .limited(let seconds), .mailLimitReached(let seconds):
            self.init(
                .temporarilyUnavailable,
                "Too many failed attempts. Try again later.",
                status: .tooManyRequests,
                retryAfter: .seconds(seconds.rounded(.up))
            )
        case .overloaded(let seconds):
            self.init(
                .temporarilyUnavailable,
                "The server is overloaded. Try again later.",
                retryAfter: .seconds(seconds.rounded(.up))
            )
        case .accountDisabled: self.init(.accessDenied, "The account is disabled.", status: .forbidden)
        case .additionalFactorRequired:
            self.init(
                .unmetAuthenticationRequirements,
                "The account has no factor that the sign-in requires.",
                status: .forbidden
            )
        case .redirectURIRemoved:
            self.init(
                .invalidRedirectURI,
                "The \(ParameterName.redirectURI) is no longer registered. Return to the app and try again."
            )
        case .unavailable: self = .busy
        case .failed: self = .broken
        default:
            self.init(
                .invalidRequest,
                "This sign-in has expired. Return to the app and try again.",
                status: .gone
            )
        }
    }
}
