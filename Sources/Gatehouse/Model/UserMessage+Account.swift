extension UserMessage {
    /// The texts for operations on the account.
    static let account: [AuthError.Code: UserMessage] = [
        .reauthenticationRequired: UserMessage(
            english: "To continue, confirm it’s you by signing in again.",
            german: "Melden Sie sich zur Bestätigung erneut an, um fortzufahren.",
            japanese: "続けるには、本人確認のためもう一度サインインしてください。",
            chinese: "为确认是您本人操作，请重新登录后继续。"
        ),
        .insufficientScope: UserMessage(
            english: "This app can’t manage your account. Use the account page instead.",
            german: "Diese App kann Ihr Konto nicht verwalten. Nutzen Sie stattdessen die Kontoseite.",
            japanese: "このアプリではアカウントを管理できません。アカウントページをご利用ください。",
            chinese: "此应用无法管理您的账号，请改用账号页面。"
        ),
        .conflict: UserMessage(
            english: "Your account was changed somewhere else. Check the details and try again.",
            german: "Ihr Konto wurde anderswo geändert. Prüfen Sie die Angaben und versuchen Sie es erneut.",
            japanese: "アカウントが別の場所で変更されました。内容を確認して、もう一度お試しください。",
            chinese: "您的账号已在别处更改，请核对信息后重试。"
        ),
        .notFound: UserMessage(
            english: "This no longer exists. Reload the list and try again.",
            german: "Der Eintrag ist nicht mehr vorhanden. Aktualisieren Sie die Ansicht.",
            japanese: "この項目はすでに存在しません。画面を更新してください。",
            chinese: "该项目已不存在，请刷新后重试。"
        ),
        .lastSignInMethod: UserMessage(
            english: "This is your only way to sign in. Add another one first.",
            german: "Dies ist Ihre einzige Anmeldemethode. Fügen Sie zuerst eine andere hinzu.",
            japanese: "削除するとサインインできなくなります。先に別のサインイン方法を追加してください。",
            chinese: "移除后您将无法登录，请先添加其他登录方式。"
        ),
        .lastAddress: UserMessage(
            english: "This is your last verified address. Add and verify another one first.",
            german: "Dies ist Ihre letzte bestätigte Adresse. Fügen Sie zuerst eine andere hinzu.",
            japanese: "確認済みの連絡先はこれだけです。先に別の連絡先を追加して確認してください。",
            chinese: "这是您最后一个已验证的联系方式，请先添加并验证另一个。"
        ),
        .invalidAddress: UserMessage(
            english: "This email address or phone number isn’t valid. Check it and try again.",
            german: "Die E-Mail-Adresse oder Telefonnummer ist ungültig. Prüfen Sie Ihre Eingabe.",
            japanese: "メールアドレスまたは電話番号が正しくありません。確認して、もう一度入力してください。",
            chinese: "邮箱或手机号格式不正确，请检查后重试。"
        ),
        .addressInUse: UserMessage(
            english: "Another account uses this address. Remove it there first, or use a different one.",
            german: "Ein anderes Konto verwendet diese Adresse. Entfernen Sie sie dort oder wählen Sie eine andere.",
            japanese: "この連絡先は別のアカウントで使用されています。そちらで削除するか、別の連絡先を使用してください。",
            chinese: "此联系方式已被其他账号使用，请先在该账号中移除，或换一个。"
        ),
        .addressAlreadyAdded: UserMessage(
            english: "This address is already in your account.",
            german: "Diese Adresse ist bereits in Ihrem Konto.",
            japanese: "この連絡先はすでに登録されています。",
            chinese: "您的账号中已有此联系方式。"
        ),
        .addressNotVerified: UserMessage(
            english: "Verify this address first.",
            german: "Bestätigen Sie diese Adresse zuerst.",
            japanese: "先にこの連絡先を確認してください。",
            chinese: "请先验证此联系方式。"
        ),
        .tooManyAddresses: UserMessage(
            english: "You’ve added too many addresses. Remove one first.",
            german: "Sie haben zu viele Adressen hinzugefügt. Entfernen Sie zuerst eine.",
            japanese: "連絡先の登録数が上限に達しました。先にいずれかを削除してください。",
            chinese: "联系方式数量已达上限，请先移除一个。"
        ),
        .tooManyCredentials: UserMessage(
            english: "You’ve added too many passkeys or authenticator apps. Remove one first.",
            german: "Sie haben zu viele Passkeys oder Authenticator-Apps. Entfernen Sie zuerst einen Eintrag.",
            japanese: "パスキーまたは認証アプリの登録数が上限に達しました。先にいずれかを削除してください。",
            chinese: "通行密钥或身份验证器应用数量已达上限，请先移除一个。"
        ),
        .secondFactorMissing: UserMessage(
            english: "Add a passkey or an authenticator app first.",
            german: "Fügen Sie zuerst einen Passkey oder eine Authenticator-App hinzu.",
            japanese: "先にパスキーまたは認証アプリを追加してください。",
            chinese: "请先添加通行密钥或身份验证器应用。"
        ),
        .addressRequired: UserMessage(
            english: "Before you set a password, add and verify an email address.",
            german: "Bestätigen Sie zuerst eine E-Mail-Adresse, bevor Sie ein Passwort festlegen.",
            japanese: "パスワードを設定する前に、メールアドレスを追加して確認してください。",
            chinese: "设置密码前，请先添加并验证邮箱。"
        ),
        .textMessagesUnavailable: UserMessage(
            english: "Text messages aren’t available. Use an email address instead.",
            german: "SMS sind nicht verfügbar. Verwenden Sie stattdessen eine E-Mail-Adresse.",
            japanese: "SMSは利用できません。メールアドレスをご利用ください。",
            chinese: "暂不支持短信，请改用邮箱。"
        ),
    ]
}
