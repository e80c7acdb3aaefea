/// The actions of the samples.
@MainActor protocol SampleScreen: TutorialScreen {
    func signUpPressed(_: Any)
    func submitCodePressed(userSuppliedCode: String)
    func resendCodePressed()
}
