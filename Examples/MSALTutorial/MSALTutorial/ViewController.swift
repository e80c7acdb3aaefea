import MSAL
import UIKit

/// The screen of Microsoft's tutorial on sign-up with native authentication.
final class ViewController: UIViewController {
    let emailTextField = UITextField()
    let passwordTextField = UITextField()
    let codeTextField = UITextField()
    let resultTextView = UITextView()

    /// The application, which the tutorial creates when the screen loads.
    private(set) lazy var nativeAuth: MSALNativeAuthPublicClientApplication = {
        do {
            guard let authority = URL(string: "http://localhost:8080/default") else { throw URLError(.badURL) }
            let config = MSALNativeAuthPublicClientApplicationConfig(
                clientId: "msal-tutorial",
                authority: try MSALCIAMAuthority(url: authority),
                challengeTypes: [.OOB, .password]
            )
            return try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config)
        } catch {
            fatalError("The configuration is invalid: \(error)")
        }
    }()

    /// The latest states, whose methods continue the sign-up.
    var codeState: SignUpCodeRequiredState?
    var attributesState: SignUpAttributesRequiredState?

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        for (field, placeholder) in [
            (emailTextField, "Email address"), (passwordTextField, "Password"), (codeTextField, "Code"),
        ] {
            field.placeholder = placeholder
            field.borderStyle = .roundedRect
            field.autocapitalizationType = .none
        }
        passwordTextField.isSecureTextEntry = true
        resultTextView.isEditable = false
        let stack = UIStackView(arrangedSubviews: [
            emailTextField, passwordTextField, button("Sign up", #selector(signUpPressed)),
            codeTextField, button("Submit code", #selector(submitCodePressed)),
            button("Resend code", #selector(resendCodePressed)),
            button("Submit attributes", #selector(submitAttributesPressed)), resultTextView,
        ])
        stack.axis = .vertical
        stack.spacing = 12
        stack.frame = view.bounds.insetBy(dx: 20, dy: 80)
        stack.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(stack)
    }

    private func button(_ title: String, _ action: Selector) -> UIButton {
        let button = UIButton(type: .system)
        button.setTitle(title, for: .normal)
        button.addTarget(self, action: action, for: .touchUpInside)
        return button
    }

    @IBAction func signUpPressed(_: Any) {
        guard let email = emailTextField.text, let password = passwordTextField.text else {
            resultTextView.text = "Email or password not set"
            return
        }

        nativeAuth.signUp(username: email, password: password, delegate: self)
    }

    @IBAction func submitCodePressed(_: Any) {
        guard let newState = codeState, let userSuppliedCode = codeTextField.text else { return }
        newState.submitCode(code: userSuppliedCode, delegate: self)
    }

    @IBAction func resendCodePressed(_: Any) {
        codeState?.resendCode(delegate: self)
    }

    @IBAction func submitAttributesPressed(_: Any) {
        let attributes = [
            "country": "United States",
            "city": "Redmond",
        ]

        attributesState?.submitAttributes(attributes: attributes, delegate: self)
    }
}
