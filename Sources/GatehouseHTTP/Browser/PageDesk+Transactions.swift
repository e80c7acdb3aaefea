import GatehouseServer
import GatehouseWire

extension PageDesk {
    /// Where the hosted pages of a transaction live.
    static let transactionPath = "/sign-in"

    /// Where GET shows the step a transaction is at.
    func address(of transaction: Transaction) -> String {
        "\(basePath)\(Self.transactionPath)?\(PageInput.flow.rawValue)=\(transaction.id)"
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
