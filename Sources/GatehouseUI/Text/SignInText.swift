/// Texts of sign-in, sign-up and password reset.
enum SignInText {
    static let title = UIText("Sign in", de: "Anmelden", ja: "サインイン", zh: "登录")
    static let emailOrPhone = UIText(
        "Email address or phone number",
        de: "E-Mail-Adresse oder Telefonnummer",
        ja: "メールアドレスまたは電話番号",
        zh: "邮箱或手机号"
    )
    static let passkey = UIText("Sign in with a passkey", de: "Mit Passkey anmelden", ja: "パスキーでサインイン", zh: "使用通行密钥登录")
    static let signUp = UIText("Create an account", de: "Konto erstellen", ja: "アカウントを作成", zh: "注册账号")
    static let signUpTitle = UIText("Create your account", de: "Konto erstellen", ja: "アカウントの作成", zh: "注册账号")
    static let back = UIText("Back to sign-in", de: "Zurück zur Anmeldung", ja: "サインインに戻る", zh: "返回登录")
    static let browser = UIText("Continue in the browser", de: "Im Browser fortfahren", ja: "ブラウザで続ける", zh: "在浏览器中继续")
    static let codeTitle = UIText("Check your email", de: "Prüfen Sie Ihr Postfach", ja: "メールをご確認ください", zh: "请查收邮件")
    static let messageTitle = UIText(
        "Check your messages",
        de: "Prüfen Sie Ihre Nachrichten",
        ja: "メッセージをご確認ください",
        zh: "请查收短信"
    )
    static let passwordTitle = UIText("Enter your password", de: "Passwort eingeben", ja: "パスワードの入力", zh: "输入密码")
    static let forgotPassword = UIText(
        "Forgot your password?",
        de: "Passwort vergessen?",
        ja: "パスワードをお忘れですか？",
        zh: "忘记密码？"
    )
    static let resetTitle = UIText("Reset your password", de: "Passwort zurücksetzen", ja: "パスワードの再設定", zh: "重置密码")
    static let resetIntro = UIText(
        "Enter your email address and we’ll send you a code to reset your password.",
        de: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Code, um Ihr Passwort zurückzusetzen.",
        ja: "メールアドレスを入力してください。新しいパスワードを設定するためのコードをお送りします。",
        zh: "请输入邮箱，我们会发送验证码用于重置密码。"
    )
    static let newPasswordTitle = UIText(
        "Choose a new password",
        de: "Neues Passwort festlegen",
        ja: "新しいパスワードの設定",
        zh: "设置新密码"
    )
    static let attributesTitle = UIText("Your details", de: "Ihre Angaben", ja: "お客様情報の入力", zh: "您的信息")
    static let attributesIntro = UIText(
        "Add a few details to continue.",
        de: "Bitte ergänzen Sie einige Angaben.",
        ja: "必要な情報を入力してください。",
        zh: "请完善信息。"
    )
    static let accountCreated = UIText(
        "Your account was created",
        de: "Ihr Konto wurde erstellt",
        ja: "アカウントを作成しました",
        zh: "账号已创建"
    )
    static let passwordChanged = UIText(
        "Your password was changed",
        de: "Ihr Passwort wurde geändert",
        ja: "パスワードを変更しました",
        zh: "密码已更改"
    )
    static let signedIn = UIText("You’re signed in", de: "Sie sind angemeldet", ja: "サインインしました", zh: "您已登录")
}
