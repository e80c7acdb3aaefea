import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import MSAL
import Testing

/// The tutorial's snippets against our own server, with the codes from the mail that it sent by SMTP.
@Suite(.timeLimit(.minutes(3))) @MainActor struct SignUpTutorialTests {
    private let country = ClientAttribute(name: "country", isRequired: true)
    private let city = ClientAttribute(name: "locality", isRequired: true, page: 2)

    private func shown(_ screen: any SampleScreen, after act: (any SampleScreen) -> Void) async -> String? {
        act(screen)
        return await screen.resultTextView.next()
    }

    private func begin(_ screen: any SampleScreen) async {
        screen.emailTextField.text = OwnServer.email
        screen.passwordTextField.text = OwnServer.password
        let text = await shown(screen) { $0.signUpPressed(self) }
        #expect(text?.hasPrefix("Verification code sent to a") == true, "\(text ?? "")")
    }

    @Test func aPersonSignsUpWithACode() async throws {
        let world = try await OwnServer()
        let screen = CodeSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(try await !world.hasAccount())
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
        #expect(try await world.hasAccount())
    }

    @Test func aPersonSignsUpWithACodeAndAPassword() async throws {
        let world = try await OwnServer(.password)
        let screen = PasswordSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
        #expect(try await world.account()?.passwordHash != nil)
    }

    @Test func aWrongCodeIsSaidToBeOne() async throws {
        let world = try await OwnServer()
        let screen = CodeSample(world.app)
        await begin(screen)
        let wrong = try await world.wrongCode()
        let text = await shown(screen) { $0.submitCodePressed(userSuppliedCode: wrong) }
        #expect(text?.hasPrefix("Error verifying code: ") == true)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
    }

    @Test func anotherCodeTakesThePlaceOfTheFirst() async throws {
        let world = try await OwnServer()
        let screen = CodeSample(world.app)
        await begin(screen)
        let first = try await world.code()
        let atOnce = await shown(screen) { $0.resendCodePressed() }
        #expect(atOnce?.hasPrefix("Verification code sent again to a") == true)
        let second = try await world.code()
        #expect(second != first)
        world.server.clock.advance(by: 301)
        let again = await shown(screen) { $0.resendCodePressed() }
        #expect(again?.hasPrefix("Verification code sent again to a") == true)
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: second) } != "Signed up successfully!")
        let third = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: third) } == "Signed up successfully!")
    }

    @Test func attributesAtTheStartAreKept() async throws {
        let world = try await OwnServer(.code, attributes: [country, city])
        let screen = AttributesSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
        let attributes = try await world.account()?.attributes
        #expect(attributes?["country"]?.string == "United States")
        #expect(attributes?["locality"]?.string == "Redmond")
    }

    @Test func invalidAttributesAtTheStartAreNamed() async throws {
        let digits = ClientAttribute(name: "locality", isRequired: true, pattern: "[0-9]+")
        let world = try await OwnServer(.code, attributes: [country, digits])
        let screen = AttributesSample(world.app)
        screen.emailTextField.text = OwnServer.email
        #expect(await shown(screen) { $0.signUpPressed(self) } == #"Invalid attributes  ["city"]"#)
        #expect(world.sink.count == 0)
    }

    /// The page that asks for attributes, after the right code.
    private func attributesPage(_ world: OwnServer) async throws -> RequiredAttributesSample {
        let screen = PagesSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Attributes required")
        let page = RequiredAttributesSample(world.app)
        page.keep(try #require(screen.state))
        return page
    }

    @Test func attributesAreAskedForPageByPage() async throws {
        let world = try await OwnServer(.password, attributes: [country, city])
        let page = try await attributesPage(world)
        let first = try #require(page.state as? SignUpAttributesRequiredState)
        #expect(first.attributes.map(\.name) == ["country"])
        page.submitAttributesPressed(["country": "United States"])
        #expect(await page.resultTextView.next() == "Attributes required")
        let second = try #require(page.state as? SignUpAttributesRequiredState)
        #expect(second.attributes.map(\.name) == ["city"])
        #expect(try await !world.hasAccount())
        page.submitAttributesPressed()
        #expect(await page.resultTextView.next() == "Signed up successfully!")
        #expect(try await world.account()?.attributes["locality"]?.string == "Redmond")
    }

    @Test func bothPagesCanBeAnsweredAtOnce() async throws {
        let world = try await OwnServer(.password, attributes: [country, city])
        let page = try await attributesPage(world)
        page.submitAttributesPressed()
        #expect(await page.resultTextView.next() == "Signed up successfully!")
    }

    @Test func invalidAttributesOfAPageAreAskedForAgain() async throws {
        let digits = ClientAttribute(name: "country", isRequired: true, pattern: "[A-Z]{2}")
        let world = try await OwnServer(.password, attributes: [digits])
        let page = try await attributesPage(world)
        page.submitAttributesPressed()
        #expect(await page.resultTextView.next() == "Attributes invalid")
        page.submitAttributesPressed(["country": "US"])
        #expect(await page.resultTextView.next() == "Signed up successfully!")
    }

    @Test func eachErrorOfTheStartIsTold() async throws {
        let world = try await OwnServer(.password, revealsAccounts: true)
        let screen = PasswordSample(world.app)
        screen.emailTextField.text = OwnServer.email
        screen.passwordTextField.text = "short"
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The password is invalid")
        screen.passwordTextField.text = ""
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The password is invalid")
        screen.emailTextField.text = ""
        screen.passwordTextField.text = OwnServer.password
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The username is invalid")
        screen.emailTextField.text = "nobody"
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The username is invalid")
        _ = try await world.signUpAndIn(password: OwnServer.password)
        screen.emailTextField.text = OwnServer.email
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: User already exists")
        world.transport.setDown(true)
        let text = await shown(screen) { $0.signUpPressed(self) }
        #expect(text?.hasPrefix("Unexpected error signing up: The server could not be reached.") == true)
    }
}
