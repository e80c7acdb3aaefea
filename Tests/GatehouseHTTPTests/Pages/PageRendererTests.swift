import GatehouseHTTP
import GatehouseServer
import Testing

@Suite struct PageRendererTests {
    static let names = PageSamples().all.map(\.name)
    private let renderer = PageRenderer()

    @Test(arguments: names, Language.allCases)
    func rendersValidHTMLInEveryLanguage(name: String, language: Language) throws {
        let outline = try outline(name, language: language)

        #expect(outline.all("html").first?.attributes == ["lang": language.rawValue, "dir": "ltr"])
        #expect(outline.all("h1").count == 1)
        #expect(outline.all("main").count == 1)
        #expect(outline.all("title").first?.text.contains(outline.all("h1").first?.text ?? "?") == true)
        for tag in outline.tags {
            // Finds unfilled placeholders and incomplete keys; the countdown's template is for the script.
            #expect(!tag.text.contains(where: { "{}".contains($0) }) && !tag.text.contains("PageText("))
            #expect(!tag.attributes.contains { $0 != "data-template" && $1.contains { "{}".contains($0) } })
        }
    }

    @Test(arguments: names)
    func containsNoInlineStyleOrScript(name: String) throws {
        let outline = try outline(name)

        #expect(outline.all("style", "base", "iframe", "object").isEmpty)
        let scripts = outline.all("script")
        #expect(scripts.allSatisfy { $0.text.isEmpty && $0.attributes["defer"] != nil })
        let usesPasskeys = outline.tags.contains { $0.attributes["data-passkey"] != nil }
        let sources = [PageAsset.script.path] + (usesPasskeys ? [PageAsset.passkeyScript.path] : [])
        #expect(Array(scripts.compactMap { $0.attributes["src"] }.prefix(sources.count)) == sources)
        let attributes = Set(outline.tags.flatMap(\.attributes.keys))
        #expect(attributes.filter { $0 == "style" || $0.hasPrefix("on") } == [])
    }

    @Test(arguments: names)
    func bindsLabelAndMessagesToEachInput(name: String) throws {
        let outline = try outline(name)
        let ids = outline.tags.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)

        let inputs = outline.all("input", "select").filter {
            $0.attributes["type"] != "hidden" && $0.attributes["aria-hidden"] == nil
        }
        #expect(outline.all("label").map { $0.attributes["for"] } == inputs.map { $0.attributes["id"] })
        for input in inputs {
            let described = input.attributes["aria-describedby"]?.split(separator: " ").map(String.init) ?? []
            #expect(Set(described).isSubset(of: ids))
            #expect((input.attributes["aria-invalid"] != nil) == described.contains { $0.hasSuffix("-error") })
        }
        let targets = outline.all("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
        #expect(targets.allSatisfy { ids.contains(String($0.dropFirst())) })
        #expect(outline.tags.count { $0.attributes["autofocus"] != nil } <= 1)
    }

    @Test(arguments: names)
    func sendsOnlyKnownFields(name: String) throws {
        let outline = try outline(name)
        guard name != "form-post" else { return }
        for form in outline.contents(of: "form") {
            let names = form.compactMap { $0.attributes["name"] }
            #expect(names.prefix(2) == ["flow", "csrf"])
            #expect(
                names.allSatisfy { name in
                    PageInput(rawValue: name) != nil
                        || [PageInput.attributePrefix, PageInput.scopePrefix].contains { name.hasPrefix($0) }
                },
                "\(names)"
            )
            let buttons = form.filter { $0.name == "button" && !$0.isClosing }
            #expect(buttons.isEmpty == false)
            for button in buttons where button.attributes["name"] == "action" {
                let value = try #require(button.attributes["value"])
                #expect(PageAction(rawValue: value) != nil, "\(value)")
            }
        }
    }

    /// Browsers press the first button when the user presses Return in a field.
    @Test(arguments: names)
    func submitsMainActionOnReturnKey(name: String) throws {
        for form in try outline(name).contents(of: "form")
        where form.contains(where: { $0.attributes["required"] != nil }) {
            let action = form.first { $0.name == "button" }?.attributes["value"]
            #expect([.continue, .rename].contains(action.flatMap(PageAction.init(rawValue:))))
        }
    }

    @Test(arguments: names)
    func escapesForeignText(name: String) throws {
        let hostile =
            "https://example.com/'\"\u{301} onfocus=alert(1) x=\"><script>alert(1)</script><!--&lt;{{title}}{client}"
        let harmless = "https://example.com/"

        let attacked = try outline(name, filler: hostile)
        let ordinary = try outline(name, filler: harmless)

        #expect(attacked.structure == ordinary.structure)
        // The decoded value equals the input.
        for (one, other) in zip(attacked.tags, ordinary.tags) where !one.isClosing {
            for (key, value) in other.attributes where value == harmless { #expect(one.attributes[key] == hostile) }
            if other.text == harmless { #expect(one.text == hostile) }
        }
    }

    @Test func setsAutocompleteOfEachField() throws {
        func autocomplete(_ name: String) throws -> [String] {
            try outline(name).all("input", "select").compactMap { $0.attributes["autocomplete"] }
        }
        #expect(try autocomplete("sign-in") == ["username"])
        #expect(try autocomplete("sign-up") == ["username", "new-password"])
        #expect(try autocomplete("password") == ["username", "current-password"])
        #expect(try autocomplete("code") == ["one-time-code"])
        #expect(try autocomplete("new-password") == ["username", "new-password"])
        #expect(try autocomplete("reset") == ["username"])
        #expect(try autocomplete("link-confirm") == ["username", "current-password"])
        #expect(try autocomplete("attributes") == ["given-name", "family-name", "tel", "bday", "off"])
        #expect(try autocomplete("device-code") == ["off"])
        #expect(try outline("code").all("input").last?.attributes["inputmode"] == "numeric")
    }

    @Test func showsSingleFieldErrorOnce() throws {
        let one = try #require(try outline("code-error").tags.first { $0.attributes["role"] == "alert" })
        #expect(one.attributes["class"] == "message message-bad unseen")
        let two = try #require(try outline("sign-up-errors").tags.first { $0.attributes["role"] == "alert" })
        #expect(two.attributes["class"] == "message message-bad")
        #expect(try outline("code-error").all("title").first?.text == "Error: Check your email · Example App")
    }

    @Test func showsCountdownToNextCode() throws {
        func resend(_ name: String) throws -> HTMLOutline.Tag? {
            try outline(name).all("button").first { $0.attributes["value"] == PageAction.resend.rawValue }
        }
        #expect(try resend("code")?.attributes["data-wait"] == "27")
        #expect(try outline("code").tags.contains { $0.text == "Available in 27 s" })
        #expect(try resend("code-error")?.attributes["data-wait"] == nil)
        // The button must work without the script.
        #expect(try resend("code")?.attributes["disabled"] == nil)
    }

    @Test func sendsLanguageChoiceWithForm() throws {
        let page = try outline("sign-in")
        #expect(page.all("a").allSatisfy { $0.attributes["hreflang"] == nil })
        let buttons = page.all("button").filter { $0.attributes["name"] == PageInput.language.rawValue }
        #expect(buttons.map { $0.attributes["value"] } == ["en", "de", "ja", "zh-Hans"])
        #expect(buttons.map { $0.attributes["aria-current"] } == ["true", nil, nil, nil])
        let form = try #require(page.all("form").first?.attributes["id"])
        #expect(buttons.allSatisfy { $0.attributes["form"] == form && $0.attributes["formnovalidate"] != nil })
    }

    @Test(arguments: names)
    func offersLanguagesOnEveryPage(name: String) throws {
        let page = try outline(name)
        let forms = page.all("form").compactMap { $0.attributes["id"] }
        // Pages of the account without a field have buttons only, whose forms no language choice submits.
        let isOfAccount = page.all("nav").contains { $0.attributes["class"] == "account-nav" }
        let hasFields = page.all("input", "select").contains {
            $0.attributes["type"] != "hidden" && !name.hasPrefix("account-security")
        }
        let hasForm = isOfAccount ? hasFields : !page.all("form").isEmpty && name != "form-post"
        #expect(forms == (hasForm ? ["step"] : []))
        let links = page.all("a").filter { $0.attributes["hreflang"] != nil }
        let buttons = page.all("button").filter { $0.attributes["name"] == PageInput.language.rawValue }
        #expect(links.count + buttons.count == 4)
        #expect(buttons.isEmpty == forms.isEmpty)
    }

    @Test func linksEveryLanguageAtSameAddress() throws {
        let links = try outline("signed-out").all("a").filter { $0.attributes["hreflang"] != nil }
        #expect(
            links.map { $0.attributes["href"] }
                == ["en", "de", "ja", "zh-Hans"].map { "/sign-in?flow=1&language=\($0)" }
        )
        #expect(links.map { $0.attributes["aria-current"] } == ["true", nil, nil, nil])
    }

    @Test func showsOnlyHTTPSLogo() throws {
        let page = SignedOutPage()
        var context = PageContext(language: .english, issuerHost: "login.example.com")
        context.client = ClientBranding(name: "Example App", logo: "http://example.com/logo.png")
        #expect(try HTMLOutline(renderer.render(page, in: context)).all("img").isEmpty)
        context.client?.logo = "https://example.com/logo.png"
        let image = try HTMLOutline(renderer.render(page, in: context)).all("img").first
        #expect(image?.attributes["src"] == "https://example.com/logo.png")
        // Shown if the image does not load.
        #expect(image?.attributes["alt"] == "E" && image?.attributes["aria-hidden"] == "true")
    }

    @Test func showsScopesWithoutTextAsOneItem() throws {
        func titles(_ names: [String]) throws -> [String] {
            let page = ConsentPage(
                form: PageForm(address: "/", flow: "f", csrf: "c"),
                email: "a@example.com",
                items: names.map { ConsentItem(name: $0) }
            )
            var context = PageContext(language: .english, issuerHost: "login.example.com")
            context.client = ClientBranding(name: "Example App")
            return try HTMLOutline(renderer.render(page, in: context)).all("span")
                .filter { $0.attributes["class"] == "item-title" }.map(\.text)
        }
        let other = "Use other data and features of Example App"
        let mixed = try titles(["notes.read", "email", "https://api.example.com/.default"])
        #expect(mixed.count == 2 && mixed.last == other)
        #expect(try titles(["email"]).count == 1)
    }

    @Test func showsConsentDestination() throws {
        #expect(try outline("consent").tags.contains { $0.text == "You’ll be sent to app.example.com." })
        let app = try outline("consent-voluntary")
        #expect(app.tags.contains { $0.text == "You’ll return to the app on this device." })
    }

    @Test func linksErrorPageBackToAppIfKnown() throws {
        let known = try outline("error-unverifiedRedirect")
        let link = try #require(known.all("a").first { $0.attributes["class"] == "secondary" })
        #expect(link.attributes["href"] == "https://app.example.com/" && link.text == "Back to Example App")
        #expect(known.all("button").isEmpty)
        // The button needs a script, so it is hidden until the script runs.
        let unknown = try outline("error-notFound")
        #expect(unknown.all("p").contains { $0.attributes["data-back"] != nil && $0.attributes["hidden"] != nil })
        #expect(unknown.all("button").map { $0.attributes["type"] } == ["button"])
    }

    @Test func placesAssetsBelowIssuerPath() throws {
        let context = PageContext(language: .english, issuerHost: "login.example.com", basePath: "/auth")
        let outline = try HTMLOutline(renderer.render(SignedOutPage(), in: context))
        #expect(
            outline.all("link").map { $0.attributes["href"] }
                == ["/auth" + PageAsset.icon.path, "/auth" + PageAsset.stylesheet.path]
        )
    }

    @Test(arguments: names.filter { $0.hasPrefix("account-") && $0 != "account-chooser" && !$0.contains("deletion") })
    func marksSectionInNavigationOfAccountPages(name: String) throws {
        let page = try outline(name)
        let nav = try #require(page.contents(of: "nav").first)
        let links = nav.filter { $0.name == "a" && !$0.isClosing }
        #expect(
            links.compactMap { $0.attributes["href"] } == AccountSection.allCases.map(\.path) + [
                AccountFrame.switchPath
            ]
        )
        #expect(links.count { $0.attributes["aria-current"] == "page" } == 1)
        let skip = try #require(page.all("a").first)
        let main = try #require(page.all("main").first?.attributes["id"])
        #expect(skip.attributes["href"] == "#" + main)
        #expect(page.all("form").first?.attributes["action"] == AccountFrame.signOutPath)
    }

    @Test func limitsAccountPagesToTheirIssuerPath() throws {
        let context = PageContext(language: .english, issuerHost: "login.example.com", basePath: "/auth")
        for (_, page) in AccountPageSamples().all where page.frame != nil {
            let outline = try HTMLOutline(renderer.render(page, in: context))
            let links = outline.all("a").compactMap { $0.attributes["href"] }.filter { !$0.hasPrefix("#") }
            let own = links.filter { !$0.hasPrefix("/account/activity") }
            #expect(own.allSatisfy { $0.hasPrefix("/auth/") }, "\(own)")
        }
    }

    private func outline(
        _ name: String,
        language: Language = .english,
        filler: String? = nil
    ) throws -> HTMLOutline {
        let samples = PageSamples(filler: filler)
        let page = try #require(samples.all.first { $0.name == name }?.page)
        let context = PageContext(
            language: language,
            client: samples.client,
            issuerHost: filler ?? "login.example.com",
            selfAddress: filler ?? "/sign-in?flow=1",
            mailboxAddress: filler
        )
        return try HTMLOutline(renderer.render(page, in: context))
    }
}
