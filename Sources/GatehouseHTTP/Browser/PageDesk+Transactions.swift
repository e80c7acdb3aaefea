import GatehouseServer
import GatehouseWire

extension PageDesk {
    /// Where the hosted pages of a transaction live.
    static let transactionPath = "/sign-in"

    /// Where GET shows the step a transaction is at.
    func address(of transaction: Transaction) -> String {
        "\(basePath)\(Self.transactionPath)?\(PageInput.flow.rawValue)=\(transaction.id)"
    }

    /// Sends the browser on with what an authorization request leads to: to the pages, or back to the client.
    func answer(
        _ call: HTTPCall,
        _ visitor: Visitor,
        _ authorize: () async throws(AuthorizationError) -> AuthorizationOutcome
    ) async throws(OAuthError) -> HTTPAnswer {
        do throws(AuthorizationError) {
            switch try await authorize() {
            case .interact(let transaction):
                return .redirect(to: address(of: transaction)).setting(visitor.newCookie)
            case .respond(let response):
                return answer(response, call: call, language: visitor.language())
            }
        } catch {
            switch error {
            case .page(let error): throw error
            case .redirect(let response):
                var answer = answer(response, call: call, language: visitor.language())
                if case .error(let error) = response.outcome { answer.refusal = Refusal(error) }
                return answer
            }
        }
    }

    /// Takes an authorization answer to the client in the mode it asked for.
    func answer(_ response: AuthorizationResponse, call: HTTPCall, language: Language) -> HTTPAnswer {
        guard response.mode == .formPost else { return HTTPAnswer(response) }
        let page = FormPostPage(
            address: response.redirectURI.rawValue,
            fields: response.parameters.elements.map { ($0.name, $0.value) }
        )
        return render(page, call: call, language: language, formTarget: response.redirectURI)
    }
}
