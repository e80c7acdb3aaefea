import Foundation
import Gatehouse
import Testing

@testable import GatehouseUI

@Suite struct SignInModelTests {
    private let english = Locale(identifier: "en")
    private let mail = CodePrompt(destination: "a***@example.com", channel: .email, length: 8)

    private func screen(_ model: SignInModel) -> Screen<SignInModel.Action> {
        SignInScreens(model: model, locale: english).screen
    }

    private func actions(_ model: SignInModel) -> [SignInModel.Action] {
        screen(model).buttons.map(\.action)
    }

    /// Returns a model that shows a step.
    private func model(at step: SignInStepDescription, address: String = "ada@example.com") -> SignInModel {
        var model = SignInModel(address: address, acceptsPasskeys: true)
        _ = model.perform(.submit)
        model.proceed(to: step)
        return model
    }

    // MARK: Addresses

    @Test func startsWithAddress() {
        let model = SignInModel()
        #expect(screen(model).title == "Sign in")
        #expect(screen(model).fields.map(\.kind) == [.email])
        #expect(actions(model) == [.submit, .showSignUp])
        #expect(screen(model).primaryButton?.title == "Continue")
        #expect(!screen(model).isBusy)
    }

    @Test func offersPasskeysAndPhoneNumbersIfPossible() {
        let model = SignInModel(identifier: .emailOrPhone, acceptsPasskeys: true)
        #expect(screen(model).fields.map(\.label) == ["Email address or phone number"])
        #expect(actions(model) == [.submit, .signInWithPasskey, .showSignUp])
    }

    @Test func requestsSignInOfTrimmedAddress() {
        var model = SignInModel(address: " ada@example.com\n")
        #expect(model.perform(.submit) == .startSignIn("ada@example.com"))
        #expect(screen(model).isBusy)
    }

    @Test func sendsOneRequestAtATime() {
        var model = SignInModel(address: "ada@example.com")
        #expect(model.perform(.submit) != nil)
        #expect(model.perform(.submit) == nil)
        #expect(model.perform(.showSignUp) == nil)
        #expect(model.step == .signIn)
    }

    @Test func requiresAddress() {
        var model = SignInModel(address: "  ")
        #expect(model.perform(.submit) == nil)
        #expect(screen(model).fields[0].problem == "Fill in this field.")
        #expect(!model.isBusy)
        model.values[SignInModel.address] = "ada@example.com"
        #expect(model.perform(.submit) != nil)
        #expect(screen(model).fields[0].problem == nil)
    }

    @Test func keepsAddressBetweenSignInSignUpAndReset() {
        var model = SignInModel(address: "ada@example.com")
        #expect(model.perform(.showSignUp) == nil)
        #expect(screen(model).title == "Create your account")
        #expect(model.values[SignInModel.address] == "ada@example.com")
        var signUp = model
        #expect(signUp.perform(.submit) == .startSignUp("ada@example.com"))
        #expect(model.perform(.showReset) == nil)
        #expect(model.perform(.submit) == .startReset("ada@example.com"))
    }

    @Test func showsTextsInLanguageOfUser() {
        let german = SignInScreens(model: SignInModel(), locale: Locale(identifier: "de_DE")).screen
        #expect(german.title == "Anmelden")
        #expect(german.buttons.map(\.title) == ["Weiter", "Konto erstellen"])
    }

    // MARK: Codes and passwords

    @Test func showsDestinationOfCode() {
        let model = model(at: .code(mail))
        #expect(screen(model).title == "Check your email")
        #expect(screen(model).intro == "Enter the code we emailed to a***@example.com.")
        #expect(screen(model).fields.map(\.kind) == [.code(length: 8)])
        #expect(actions(model) == [.submit, .resendCode, .showSignIn])
        let sms = self.model(at: .code(CodePrompt(destination: "+81***78", channel: .sms, length: 6)))
        #expect(screen(sms).title == "Check your messages")
    }

    @Test func submitsCodeWithoutSpaces() {
        var model = model(at: .code(mail))
        #expect(model.perform(.submit) == nil)
        #expect(screen(model).fields[0].problem == "Enter the code.")
        model.values[SignInModel.secret] = " 1234 5678 "
        #expect(model.perform(.submit) == .submit(Secret("12345678")))
    }

    @Test func clearsIncorrectCodeAndExplains() {
        var model = model(at: .code(mail))
        model.values[SignInModel.secret] = "00000000"
        _ = model.perform(.submit)
        model.fail(AuthError(.wrongCode, "incorrect"))
        #expect(model.step == .code(mail))
        #expect(model.values[SignInModel.secret] == "")
        #expect(screen(model).message == .error("That code is wrong or has expired. Check it, or request a new one."))
        #expect(!screen(model).isBusy)
    }

    @Test func showsNoticeAfterResendingCode() {
        var model = model(at: .code(mail))
        #expect(model.perform(.resendCode) == .resendCode)
        model.proceed(to: .code(mail))
        #expect(screen(model).message == .information("We sent you a new code."))
        model.values[SignInModel.secret] = "12345678"
        _ = model.perform(.submit)
        #expect(screen(model).message == nil)
    }

    @Test func submitsPasswordUnchanged() {
        var model = model(at: .password)
        #expect(screen(model).subject == "ada@example.com")
        #expect(screen(model).fields.map(\.kind) == [.password])
        #expect(model.perform(.submit) == nil)
        #expect(screen(model).fields[0].problem == "Enter your password.")
        model.values[SignInModel.secret] = " correct horse "
        #expect(model.perform(.submit) == .submit(Secret(" correct horse ")))
    }

    @Test func resetsForgottenPasswordOfKnownAddressAtOnce() {
        var model = model(at: .password)
        #expect(model.perform(.showReset) == .startReset("ada@example.com"))
        model.proceed(to: .newPassword)
        #expect(screen(model).fields.map(\.kind) == [.newPassword])
    }

    // MARK: Attributes

    @Test func requestsAttributes() {
        let page = [
            AttributePrompt(name: "name"), AttributePrompt(name: "city", label: "Town", isRequired: false),
            AttributePrompt(name: "age", kind: .number, isRequired: false),
            AttributePrompt(name: "news", kind: .boolean, isRequired: false),
            AttributePrompt(name: "color", isRequired: false, choices: ["red", "blue"]),
        ]
        var model = model(at: .attributes(page))
        #expect(screen(model).fields.map(\.label) == ["Full name", "Town", "Age", "News", "Color"])
        #expect(
            screen(model).fields.map(\.kind) == [
                .text(.name), .text(.city), .number, .boolean, .choice(["red", "blue"]),
            ]
        )
        model.values["age"] = "old"
        #expect(model.perform(.submit) == nil)
        #expect(screen(model).fields.map(\.problem) == ["Fill in this field.", nil, "Enter a number.", nil, nil])
        model.values["name"] = "Ada"
        model.values["age"] = "36"
        model.values["news"] = FormValues.yes
        #expect(
            model.perform(.submit) == .submitAttributes(["name": "Ada", "age": .integer(36), "news": .bool(true)])
        )
    }

    // MARK: Second factors

    private let factors = [
        FactorPrompt(id: "1", kind: .smsCode, hint: "+81***78"), FactorPrompt(id: "2", kind: .passkey),
        FactorPrompt(id: "3", kind: .recoveryCode),
    ]

    @Test func offersFactors() {
        var model = model(at: .factorChoice(factors))
        let titles = screen(model).buttons.map(\.title)
        #expect(
            titles == [
                "Code by text message (+81***78)", "Passkey or security key", "Recovery code", "Back to sign-in",
            ]
        )
        #expect(model.perform(.choose("1")) == .choose("1"))
    }

    @Test func showsFactorToProve() {
        let prompt = CodePrompt(destination: "+81***78", channel: .sms, length: 6)
        let sms = model(at: .factor(factors[0], prompt, hasOthers: true))
        #expect(screen(sms).intro == "Enter the code we texted to +81***78.")
        #expect(actions(sms) == [.submit, .resendCode, .showOtherFactors, .showSignIn])
        let passkey = model(at: .factor(factors[1], nil, hasOthers: false))
        #expect(screen(passkey).fields == [])
        #expect(actions(passkey) == [.usePasskey, .showSignIn])
        let recovery = model(at: .factor(factors[2], nil, hasOthers: true))
        #expect(screen(recovery).fields.map(\.kind) == [.recoveryCode])
        #expect(actions(recovery) == [.submit, .showOtherFactors, .showSignIn])
    }

    @Test func sendsCodeOfFactorAgainByChoosingItAgain() {
        let prompt = CodePrompt(destination: "+81***78", channel: .sms, length: 6)
        var model = model(at: .factor(factors[0], prompt, hasOthers: true))
        #expect(model.perform(.resendCode) == .choose("1"))
        model.proceed(to: .factor(factors[0], prompt, hasOthers: true))
        #expect(screen(model).message == .information("We sent you a new code."))
    }

    @Test func requestsContactOfEnrolledFactor() {
        let choice = [FactorPrompt(id: "m", kind: .mailCode, hint: "ada@example.org"), factors[0], factors[1]]
        var mail = model(at: .enrolmentChoice(choice))
        #expect(screen(mail).title == "Set up a second step")
        #expect(mail.perform(.choose("m")) == nil)
        #expect(mail.values[SignInModel.contact] == "ada@example.org")
        #expect(mail.perform(.submit) == .enrol("m", contact: "ada@example.org"))

        // A masked address cannot be submitted.
        var sms = model(at: .enrolmentChoice(choice))
        #expect(sms.perform(.choose("1")) == nil)
        #expect(screen(sms).fields.map(\.kind) == [.phone])
        #expect(sms.perform(.submit) == nil)
        sms.values[SignInModel.contact] = "+819012345678"
        #expect(sms.perform(.submit) == .enrol("1", contact: "+819012345678"))
        let prompt = CodePrompt(destination: "+81***78", channel: .sms, length: 6)
        sms.proceed(to: .enrolment(choice[1], prompt, nil))
        #expect(sms.perform(.resendCode) == .enrol("1", contact: "+819012345678"))

        var passkey = model(at: .enrolmentChoice(choice))
        #expect(passkey.perform(.choose("2")) == .enrol("2", contact: nil))
        passkey.proceed(to: .enrolment(choice[2], nil, nil))
        #expect(screen(passkey).primaryButton?.action == .usePasskey)
        #expect(screen(passkey).title == "Create a passkey")
    }

    @Test func showsRecoveryCodesOnce() {
        let codes = ["AAAA-BBBB", "CCCC-DDDD"].map { Secret($0) }
        var model = model(at: .recoveryCodes(codes))
        #expect(screen(model).recoveryCodes == codes)
        #expect(!"\(screen(model))".contains("AAAA"))
        #expect(screen(model).primaryButton?.title == "I’ve saved my codes")
        #expect(model.perform(.submit) == .proceed)
        model.proceed(to: .signedIn)
        #expect(screen(model).recoveryCodes == [])
        #expect(screen(model).buttons == [])
    }

    // MARK: Errors

    @Test func showsNothingAfterCancellation() {
        var model = model(at: .factor(factors[1], nil, hasOthers: false))
        _ = model.perform(.usePasskey)
        model.fail(AuthError(.cancelled, "cancelled"))
        #expect(screen(model).message == nil)
        #expect(model.step == .factor(factors[1], nil, hasOthers: false))
    }

    @Test func startsAgainIfCancelledAfterStepWasAccepted() {
        var model = model(at: .code(mail))
        model.values[SignInModel.secret] = "12345678"
        _ = model.perform(.submit)
        var error = AuthError(.cancelled, "cancelled")
        error.isPastStep = true
        model.fail(error)
        #expect(model.step == .signIn)
        #expect(screen(model).message == nil)
    }

    @Test(arguments: [AuthError.Code.flowExpired, .automaticSignInUnavailable])
    func startsAgain(code: AuthError.Code) {
        var model = model(at: .code(mail))
        model.values[SignInModel.secret] = "12345678"
        _ = model.perform(.submit)
        model.fail(AuthError(code, "ended"))
        #expect(model.step == .signIn)
        #expect(model.values[SignInModel.address] == "ada@example.com")
        #expect(model.values[SignInModel.secret] == "")
        #expect(screen(model).message == AuthError(code, "").userMessage(locale: english).map { .error($0) })
    }

    @Test(arguments: [AuthError.Code.network, .rateLimited, .serverUnavailable, .storeLocked, .passkeyUnavailable])
    func keepsStepAndInput(code: AuthError.Code) {
        var model = model(at: .password)
        model.values[SignInModel.secret] = "correct horse"
        _ = model.perform(.submit)
        model.fail(AuthError(code, "failed"))
        #expect(model.step == .password)
        #expect(model.perform(.submit) == .submit(Secret("correct horse")))
    }

    @Test func offersSignInToOwnerOfExistingAccount() {
        var model = SignInModel(address: "ada@example.com")
        _ = model.perform(.showSignUp)
        _ = model.perform(.submit)
        model.fail(AuthError(.userAlreadyExists, "exists"))
        #expect(model.step == .signIn)
        #expect(screen(model).message == .error("This account already exists. Sign in instead."))
    }

    @Test func offersBrowserIfServerRequiresIt() {
        var model = model(at: .password)
        model.values[SignInModel.secret] = "correct horse"
        _ = model.perform(.submit)
        model.fail(AuthError(.browserRequired, "required"))
        #expect(screen(model).buttons.first?.action == .openBrowser)
        #expect(screen(model).buttons.first?.title == "Continue in the browser")
        #expect(model.perform(.openBrowser) == .openBrowser)
        model.fail(AuthError(.cancelled, "closed"))
        #expect(screen(model).buttons.first?.action != .openBrowser)

        var headless = SignInModel(address: "ada@example.com", hasBrowser: false)
        _ = headless.perform(.submit)
        headless.fail(AuthError(.browserRequired, "required"))
        #expect(actions(headless) == [.submit, .showSignUp])
    }

    @Test func marksRejectedAttributes() {
        var model = model(at: .attributes([AttributePrompt(name: "name"), AttributePrompt(name: "postal_code")]))
        model.values["name"] = "Ada"
        model.values["postal_code"] = "none"
        _ = model.perform(.submit)
        var error = AuthError(.attributesRejected, "rejected")
        error.invalidAttributes = ["postal_code"]
        model.fail(error)
        #expect(screen(model).fields.map(\.problem) == [nil, "The format isn’t right."])
        #expect(model.values["name"] == "Ada")
    }
}
