import Foundation
import Testing

@testable import Gatehouse
@testable import GatehouseUI

@Suite struct AccountModelTests {
    @Test func sendsOneRequestAtATime() {
        var model = AccountModel()
        #expect(model.perform(.reload) == .load)
        #expect(model.perform(.reload) == nil)
        model.proceed(to: AccountModel.Outcome())
        #expect(model.perform(.reload) == .load)
    }

    @Test func keepsFormDuringReload() {
        var model = AccountModel()
        #expect(model.perform(.addPhone) == nil)
        _ = model.perform(.reload)
        model.values[AccountModel.value] = "+81"
        model.proceed(to: AccountModel.Outcome())
        #expect(model.form == .phone)
        #expect(model.values[AccountModel.value] == "+81")
    }

    @Test func requiresConfirmationOfEveryDestructiveAction() {
        let actions: [AccountModel.Action] = [
            .removePassword, .newRecoveryCodes, .turnOffSecondFactor, .endOthers, .signOut, .delete,
        ]
        let requests: [AccountModel.Request] = [
            .security(.removePassword), .security(.newRecoveryCodes), .security(.turnOffSecondFactor),
            .change(.endOthers), .signOut, .delete,
        ]
        for (action, request) in zip(actions, requests) {
            var model = AccountModel()
            #expect(model.perform(action) == nil)
            #expect(model.form == .confirmation(action))
            #expect(model.perform(.submit) == request)
        }
    }

    @Test func removesEmptyAttribute() {
        var model = AccountModel()
        let attribute = AccountAttribute(name: .nickname, value: "Countess", isEditable: true)
        #expect(model.perform(.edit(attribute)) == nil)
        #expect(model.values[AccountModel.value] == "Countess")
        model.values[AccountModel.value] = " "
        #expect(model.perform(.submit) == .change(.update([.nickname: .null])))
    }

    @Test func keepsFormWhileBusy() {
        var model = AccountModel()
        _ = model.perform(.addPhone)
        model.values[AccountModel.value] = "+819012345678"
        #expect(model.perform(.submit) == .change(.addPhone("+819012345678")))
        #expect(model.perform(.dismiss) == nil)
        #expect(model.form == .phone)
    }

    @Test func startsEnrolmentAgainAfterSignIn() {
        var model = AccountModel()
        let setup = AuthenticatorAppSetup(keyURI: Secret("otpauth://totp/Example"), secret: Secret("JBSWY3DP"))
        _ = model.perform(.addAuthenticatorApp)
        model.proceed(to: AccountModel.Outcome(form: .authenticatorApp(setup)))
        model.values[AccountModel.value] = "123456"
        #expect(model.perform(.submit) == .security(.confirmAuthenticatorApp(Secret("123456"))))
        model.fail(AuthError(.reauthenticationRequired, "too old"))
        #expect(model.needsSignIn)
        #expect(model.perform(.signedInAgain) == .security(.startAuthenticatorApp))
        #expect(!model.needsSignIn)
    }

    @Test func showsErrorsInLanguageOfUser() {
        var model = AccountModel()
        _ = model.perform(.reload)
        model.fail(AuthError(.network, "unreachable"))
        let german = Locale(identifier: "de")
        let sections = AccountSections(model: model, locale: german)
        #expect(sections.messageButton?.action == .reload)
        #expect(sections.message == AuthError(.network, "").userMessage(locale: german).map { .error($0) })
        #expect(!model.isSignedOut)
    }

    @Test func endsWithSession() {
        var model = AccountModel()
        _ = model.perform(.reload)
        model.fail(AuthError(.signedOut, "ended"))
        #expect(model.isSignedOut)
        #expect(model.perform(.reload) == nil)
    }
}
