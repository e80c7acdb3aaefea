import Foundation
import GatehouseHTTP
import GatehouseServer
import Testing

/// Writes every page to a file in the directory `GATEHOUSE_PAGE_PREVIEW`, for visual review.
@Suite struct PagePreview {
    static let directory = ProcessInfo.processInfo.environment["GATEHOUSE_PAGE_PREVIEW"]

    @Test(.enabled(if: directory != nil), arguments: Language.allCases)
    func writesEveryPage(language: Language) throws {
        let directory = URL(filePath: try #require(Self.directory))
        let renderer = PageRenderer()
        let samples = PageSamples()
        var context = PageContext(
            language: language,
            client: samples.client,
            issuerHost: "login.example.com",
            selfAddress: "/sign-in?flow=1",
            mailboxAddress: "/dev/mail"
        )
        for (name, page) in samples.all {
            context.client = name.hasPrefix("mail") || page.frame != nil ? nil : samples.client
            let html = renderer.render(page, in: context)
            try html.write(
                to: directory.appending(path: "\(name).\(language.rawValue).html"),
                atomically: true,
                encoding: .utf8
            )
        }
        let composer = EmailComposer(issuer: "https://login.example.com")
        for (name, kind) in ["code": EmailKind.signInCode("12345678"), "account": .noAccount] {
            let mail = composer.compose(kind, in: language, clientName: "Example App", date: .distantPast)
            try mail.html.write(
                to: directory.appending(path: "sent-\(name).\(language.rawValue).html"),
                atomically: true,
                encoding: .utf8
            )
        }
        for asset in PageAsset.all {
            let file = directory.appending(path: String(asset.path.dropFirst()))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(asset.bytes).write(to: file)
        }
    }
}
