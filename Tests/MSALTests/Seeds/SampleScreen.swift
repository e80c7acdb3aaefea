/// What a test does with each sample.
@MainActor protocol SampleScreen: TutorialScreen {
    func signUpPressed(_: Any)
    func submitCodePressed(userSuppliedCode: String)
    func resendCodePressed()
}
