import Foundation
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import MSAL
import Testing

/// The tutorial's snippets against a Gatehouse server, with the codes that it sent by SMTP.
@Suite(.timeLimit(.minutes(3))) @MainActor struct SignUpTutorialTests {
    private let country = ClientAttribute(name: "country", isRequired: true)
    private let city = ClientAttribute(name: "locality", isRequired: true, page: 2)

    private func shown(_ screen: any SampleScreen, after action: (any SampleScreen) -> Void) async -> String? {
        action(screen)
        return await screen.resultTextView.next()
    }

    private func begin(_ screen: any SampleScreen) async {
        screen.emailTextField.text = GatehouseWorld.email
        screen.passwordTextField.text = GatehouseWorld.password
        let text = await shown(screen) { $0.signUpPressed(self) }
        #expect(text?.hasPrefix("Verification code sent to a") == true, "\(text ?? "")")
    }

    @Test func signsUpWithCode() async throws {
        let world = try await GatehouseWorld()
        let screen = CodeSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(try await !world.hasAccount())
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
        #expect(try await world.hasAccount())
    }

    @Test func signsUpWithCodeAndPassword() async throws {
        let world = try await GatehouseWorld(.password)
        let screen = PasswordSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
        #expect(try await world.account()?.passwordHash != nil)
    }

    @Test func reportsWrongCode() async throws {
        let world = try await GatehouseWorld()
        let screen = CodeSample(world.app)
        await begin(screen)
        let wrong = try await world.wrongCode()
        let text = await shown(screen) { $0.submitCodePressed(userSuppliedCode: wrong) }
        #expect(text?.hasPrefix("Error verifying code: ") == true)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
    }

    @Test func replacesCodeWhenResent() async throws {
        let world = try await GatehouseWorld()
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

    @Test func storesAttributesFromStart() async throws {
        let world = try await GatehouseWorld(.code, attributes: [country, city])
        let screen = AttributesSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Signed up successfully!")
        let attributes = try await world.account()?.attributes
        #expect(attributes?["country"]?.string == "United States")
        #expect(attributes?["locality"]?.string == "Redmond")
    }

    @Test func namesInvalidAttributesAtStart() async throws {
        let digits = ClientAttribute(name: "locality", isRequired: true, pattern: "[0-9]+")
        let world = try await GatehouseWorld(.code, attributes: [country, digits])
        let screen = AttributesSample(world.app)
        screen.emailTextField.text = GatehouseWorld.email
        #expect(await shown(screen) { $0.signUpPressed(self) } == #"Invalid attributes  ["city"]"#)
        #expect(world.smtpServer.count == 0)
    }

    /// Returns the attributes page after a correct code.
    private func attributesPage(_ world: GatehouseWorld) async throws -> RequiredAttributesSample {
        let screen = PagesSample(world.app)
        await begin(screen)
        let code = try await world.code()
        #expect(await shown(screen) { $0.submitCodePressed(userSuppliedCode: code) } == "Attributes required")
        let page = RequiredAttributesSample(world.app)
        page.keep(try #require(screen.state))
        return page
    }

    @Test func requestsAttributesPageByPage() async throws {
        let world = try await GatehouseWorld(.password, attributes: [country, city])
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

    @Test func acceptsAttributesOfAllPagesAtOnce() async throws {
        let world = try await GatehouseWorld(.password, attributes: [country, city])
        let page = try await attributesPage(world)
        page.submitAttributesPressed()
        #expect(await page.resultTextView.next() == "Signed up successfully!")
    }

    @Test func requestsInvalidAttributesAgain() async throws {
        let digits = ClientAttribute(name: "country", isRequired: true, pattern: "[A-Z]{2}")
        let world = try await GatehouseWorld(.password, attributes: [digits])
        let page = try await attributesPage(world)
        page.submitAttributesPressed()
        #expect(await page.resultTextView.next() == "Attributes invalid")
        page.submitAttributesPressed(["country": "US"])
        #expect(await page.resultTextView.next() == "Signed up successfully!")
    }

    @Test func reportsEveryStartError() async throws {
        let world = try await GatehouseWorld(.password, disclosesAccounts: true)
        let screen = PasswordSample(world.app)
        screen.emailTextField.text = GatehouseWorld.email
        screen.passwordTextField.text = "short"
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The password is invalid")
        screen.passwordTextField.text = ""
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The password is invalid")
        screen.emailTextField.text = ""
        screen.passwordTextField.text = GatehouseWorld.password
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The username is invalid")
        screen.emailTextField.text = "not-an-address"
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: The username is invalid")
        _ = try await world.signUpAndIn(password: GatehouseWorld.password)
        screen.emailTextField.text = GatehouseWorld.email
        #expect(await shown(screen) { $0.signUpPressed(self) } == "Unable to sign up: User already exists")
        world.transport.setReachable(false)
        let text = await shown(screen) { $0.signUpPressed(self) }
        #expect(text?.hasPrefix("Unexpected error signing up: The server could not be reached.") == true)
    }
}
