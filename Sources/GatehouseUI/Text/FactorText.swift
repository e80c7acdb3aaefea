/// Texts of second factors and their enrolment.
enum FactorText {
    static let title = UIText("Confirm it’s you", de: "Bestätigen Sie, dass Sie es sind", ja: "ご本人の確認", zh: "验证您的身份")
    static let choiceIntro = UIText(
        "Choose a way to confirm it’s you.",
        de: "Wählen Sie, wie Sie sich bestätigen möchten.",
        ja: "本人確認の方法を選択してください。",
        zh: "请选择一种验证方式。"
    )
    static let another = UIText("Try another way", de: "Anderen Weg wählen", ja: "別の方法を試す", zh: "尝试其他方式")
    static let app = UIText("Authenticator app", de: "Authenticator-App", ja: "認証アプリ", zh: "身份验证器应用")
    static let appIntro = UIText(
        "Enter the 6-digit code from your authenticator app.",
        de: "Geben Sie den 6-stelligen Code aus Ihrer Authenticator-App ein.",
        ja: "認証アプリに表示されている6桁のコードを入力してください。",
        zh: "请输入身份验证器应用中的 6 位验证码。"
    )
    static let mail = UIText("Code by email", de: "Code per E-Mail", ja: "メールで届くコード", zh: "邮箱验证码")
    static let mailIntro = UIText(
        "Enter the code we emailed to {address}.",
        de: "Geben Sie den Code ein, den wir per E-Mail an {address} gesendet haben.",
        ja: "{address} にメールで送信したコードを入力してください。",
        zh: "请输入发送至邮箱 {address} 的验证码。"
    )
    static let passkey = UIText(
        "Passkey or security key",
        de: "Passkey oder Sicherheitsschlüssel",
        ja: "パスキーまたはセキュリティキー",
        zh: "通行密钥或安全密钥"
    )
    static let passkeyIntro = UIText(
        "Use your passkey or security key.",
        de: "Verwenden Sie Ihren Passkey oder Sicherheitsschlüssel.",
        ja: "パスキーまたはセキュリティキーを使用してください。",
        zh: "请使用您的通行密钥或安全密钥。"
    )
    static let recovery = UIText("Recovery code", de: "Wiederherstellungscode", ja: "リカバリーコード", zh: "恢复代码")
    static let recoveryIntro = UIText(
        "Enter one of your recovery codes. Each code works once.",
        de: "Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder Code gilt nur einmal.",
        ja: "リカバリーコードを1つ入力してください。各コードは1回だけ使えます。",
        zh: "请输入一个恢复代码。每个代码只能使用一次。"
    )
    static let sms = UIText("Code by text message", de: "Code per SMS", ja: "SMSで届くコード", zh: "短信验证码")
    static let smsIntro = UIText(
        "Enter the code we texted to {address}.",
        de: "Geben Sie den Code ein, den wir per SMS an {address} gesendet haben.",
        ja: "{address} にSMSで送信したコードを入力してください。",
        zh: "请输入通过短信发送至 {address} 的验证码。"
    )
    static let usePasskey = UIText("Use passkey", de: "Passkey verwenden", ja: "パスキーを使用", zh: "使用通行密钥")
    static let enrolTitle = UIText(
        "Set up a second step",
        de: "Zweiten Schritt einrichten",
        ja: "2段階目の設定",
        zh: "设置第二步验证"
    )
    static let enrolIntro = UIText(
        "You need a second step besides your password or code. Choose one:",
        de: "Sie benötigen zusätzlich zu Passwort oder Code einen zweiten Schritt. Wählen Sie einen aus:",
        ja: "パスワードやコードに加えて、2段階目の確認が必要です。方法を選んでください。",
        zh: "除密码或验证码外，您还需要第二步验证。请选择一种："
    )
    static let appTitle = UIText(
        "Set up an authenticator app",
        de: "Authenticator-App einrichten",
        ja: "認証アプリの設定",
        zh: "设置身份验证器应用"
    )
    static let appSetup = UIText(
        "Add this account to your authenticator app, then enter the code that the app shows.",
        de:
            "Fügen Sie dieses Konto Ihrer Authenticator-App hinzu, und geben Sie dann den Code ein, den die App anzeigt.",
        ja: "このアカウントを認証アプリに追加してから、アプリに表示されたコードを入力してください。",
        zh: "请将此账号添加到身份验证器应用，然后输入应用显示的验证码。"
    )
    static let appKey = UIText("Key for the app", de: "Schlüssel für die App", ja: "アプリに入力するキー", zh: "应用密钥")
    static let openApp = UIText(
        "Open authenticator app",
        de: "Authenticator-App öffnen",
        ja: "認証アプリを開く",
        zh: "打开身份验证器应用"
    )
    static let createPasskey = UIText("Create a passkey", de: "Passkey erstellen", ja: "パスキーを作成", zh: "创建通行密钥")
    static let createPasskeyIntro = UIText(
        "Sign in with your fingerprint, face, screen lock or a security key instead of a password.",
        de:
            "Melden Sie sich statt mit einem Passwort mit Fingerabdruck, Gesicht, Displaysperre oder Sicherheitsschlüssel an.",
        ja: "パスワードの代わりに、指紋、顔、画面ロック、またはセキュリティキーでサインインできます。",
        zh: "使用指纹、面容、屏幕锁定或安全密钥登录，无需密码。"
    )
    static let phoneHint = UIText(
        "With the country code, like +49 30 1234567. We’ll text you a code to confirm it.",
        de: "Mit Ländervorwahl, zum Beispiel +49 30 1234567. Wir senden einen Code per SMS, um sie zu bestätigen.",
        ja: "国番号から入力してください（例：+81 90-1234-5678）。確認用のコードをSMSでお送りします。",
        zh: "请包含国家或地区代码，例如 +86 138 0013 8000。我们会通过短信发送验证码。"
    )
    static let emailHint = UIText(
        "We’ll email you a code to confirm it.",
        de: "Wir senden einen Code an diese Adresse, um sie zu bestätigen.",
        ja: "確認用のコードをメールでお送りします。",
        zh: "我们会发送验证码来验证此邮箱。"
    )
    static let codesTitle = UIText(
        "Save your recovery codes",
        de: "Wiederherstellungscodes sichern",
        ja: "リカバリーコードの保存",
        zh: "保存您的恢复代码"
    )
    static let codesIntro = UIText(
        "If you lose your other ways to confirm it’s you, sign in with one of these codes. Each works once. Keep them in a safe place: we won’t show them again.",
        de:
            "Wenn Sie Ihre anderen Bestätigungswege verlieren, melden Sie sich mit einem dieser Codes an. Jeder gilt nur einmal. Bewahren Sie sie sicher auf: Wir zeigen sie nicht noch einmal an.",
        ja: "ほかの確認方法を失ったときは、このコードでサインインできます。各コードは1回だけ使えます。再表示されないため、安全な場所に保管してください。",
        zh: "如果您无法使用其他验证方式，可使用以下代码登录。每个代码只能使用一次。请妥善保管，我们不会再次显示。"
    )
    static let codesDone = UIText("I’ve saved my codes", de: "Ich habe die Codes gesichert", ja: "保存しました", zh: "我已保存代码")
}
