import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

extension PageDesk {
    /// Returns the error page; programs that accept JSON alone get JSON.
    ///
    /// The page has the name and logo of the client that the request names, and links back to it where that is safe.
    func errorPage(_ error: OAuthError, call: HTTPCall) async -> HTTPAnswer {
        let parameters = (try? call.parameters()) ?? Parameters()
        // An overloaded server does not look up the name and the logo.
        let isAboutClient = ![.tooMany, .unavailable, .server, .notFound].contains(ErrorPage.Kind(error))
        var client: Client?
        if isAboutClient, let id = parameters[.clientID], id.utf8.count <= 256 {
            client = try? await server.core.servedClient(Client.ID(id))
        }
        return errorPage(
            error,
            call: call,
            client: client,
            facts: isAboutClient ? Self.facts(parameters) : [],
            wayBack: client?.site(for: parameters[.redirectURI])
        )
    }

    /// Returns the error page for a transaction that cannot be shown.
    func errorPage(_ error: OAuthError, call: HTTPCall, of transaction: AbandonedTransaction?) -> HTTPAnswer {
        errorPage(
            error,
            call: call,
            client: transaction?.client,
            wayBack: transaction?.refusal?.location ?? transaction?.client.site(for: transaction?.redirectURI?.rawValue)
        )
    }

    private func errorPage(
        _ error: OAuthError,
        call: HTTPCall,
        client: Client?,
        facts: [ErrorPage.Fact] = [],
        wayBack: String?
    ) -> HTTPAnswer {
        let accept = call.request.headerFields[.accept] ?? ""
        guard !accept.contains("application/json") || accept.contains("text/html") else { return HTTPAnswer(error) }
        let page = ErrorPage(
            kind: ErrorPage.Kind(error),
            detail: error.description,
            facts: facts,
            requestID: call.context.requestID,
            wayBack: wayBack,
            retryAfter: error.retryAfter.map { Int($0.components.seconds) } ?? 60
        )
        var answer = render(
            page,
            call: call,
            language: language(of: call),
            client: client,
            selfAddress: Self.address(of: call),
            status: error.status
        )
        answer.fields[.retryAfter] = error.fields[.retryAfter]
        answer.refusal = Refusal(error)
        return answer
    }

    /// Returns the parameters that a developer compares with the registration.
    private static func facts(_ parameters: Parameters) -> [ErrorPage.Fact] {
        [ParameterName.clientID, .redirectURI, .postLogoutRedirectURI].compactMap { name in
            parameters[name].map { value in
                ErrorPage.Fact(name: name.rawValue, value: value.count > 512 ? value.prefix(512) + "…" : value)
            }
        }
    }

    /// Returns the request's own address, for the language choice; `nil` if GET does not show the page again.
    ///
    /// A path that begins with two slashes or has a backslash is left out: it would link to another host.
    private static func address(of call: HTTPCall) -> String? {
        guard [.get, .head].contains(call.request.method), let path = call.request.path?.prefix(while: { $0 != "?" }),
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            path.hasPrefix("/"), !path.hasPrefix("//"), let query = try? call.query()
        else { return nil }
        let rest = Parameters(query.elements.filter { $0.name != PageInput.language.rawValue })
        return rest.isEmpty ? String(path) : "\(path)?\(rest.formEncoded)"
    }
}

extension Client {
    /// Returns the root of the client's registered site.
    ///
    /// - Parameter requested: The redirect URI of the request, which selects one of several sites.
    /// - Returns: The root of the site; `nil` for apps, and if several sites are possible.
    fileprivate func site(for requested: String?) -> String? {
        let sites = Set(redirectURIs.compactMap(RedirectURI.init(rawValue:)).compactMap(\.site))
        if let site = requested.flatMap(RedirectURI.init(rawValue:))?.site, sites.contains(site) { return site }
        return sites.count == 1 ? sites.first : nil
    }
}

extension RedirectURI {
    /// The root of its site; `nil` for a loopback address without a port, on which an app listens only briefly.
    fileprivate var site: String? {
        guard let origin, scheme == "https" || isLoopback && origin != "http://\(host ?? "")" else { return nil }
        return origin + "/"
    }
}
