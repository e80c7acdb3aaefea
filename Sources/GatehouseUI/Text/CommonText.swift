/// Texts of buttons and states that several screens have.
enum CommonText {
    static let proceed = UIText("Continue", de: "Weiter", ja: "続ける", zh: "继续")
    static let cancel = UIText("Cancel", de: "Abbrechen", ja: "キャンセル", zh: "取消")
    static let save = UIText("Save changes", de: "Änderungen speichern", ja: "変更を保存", zh: "保存更改")
    static let email = UIText("Email address", de: "E-Mail-Adresse", ja: "メールアドレス", zh: "邮箱")
    static let password = UIText("Password", de: "Passwort", ja: "パスワード", zh: "密码")
    static let newPassword = UIText("New password", de: "Neues Passwort", ja: "新しいパスワード", zh: "新密码")
    static let phone = UIText("Phone number", de: "Telefonnummer", ja: "電話番号", zh: "手机号")
    static let name = UIText("Name", de: "Name", ja: "名前", zh: "名称")
    static let choose = UIText("Select an option", de: "Bitte auswählen", ja: "選択してください", zh: "请选择")
    static let optional = UIText("optional", de: "optional", ja: "任意", zh: "选填")
    static let code = UIText("Code", de: "Code", ja: "コード", zh: "验证码")
    static let sendCode = UIText("Send code", de: "Code senden", ja: "コードを送信", zh: "发送验证码")
    static let resendCode = UIText("Send a new code", de: "Neuen Code senden", ja: "新しいコードを送信", zh: "重新发送验证码")
    static let codeResent = UIText(
        "We sent you a new code.",
        de: "Wir haben Ihnen einen neuen Code gesendet.",
        ja: "新しいコードを送信しました。",
        zh: "新的验证码已发送。"
    )
    static let fieldRequired = UIText(
        "Fill in this field.",
        de: "Bitte füllen Sie dieses Feld aus.",
        ja: "必須項目です。",
        zh: "请填写此项。"
    )
    static let fieldInvalid = UIText(
        "The format isn’t right.",
        de: "Das Format ist ungültig.",
        ja: "形式が正しくありません。",
        zh: "格式不正确。"
    )
    static let fieldNumber = UIText("Enter a number.", de: "Geben Sie eine Zahl ein.", ja: "数値を入力してください。", zh: "请输入数字。")
    static let passwordMissing = UIText(
        "Enter your password.",
        de: "Geben Sie Ihr Passwort ein.",
        ja: "パスワードを入力してください。",
        zh: "请输入密码。"
    )
    static let codeMissing = UIText(
        "Enter the code.",
        de: "Geben Sie den Code ein.",
        ja: "コードを入力してください。",
        zh: "请输入验证码。"
    )
    static let loading = UIText("Loading", de: "Wird geladen", ja: "読み込み中", zh: "正在加载")
    static let retry = UIText("Try again", de: "Erneut versuchen", ja: "もう一度試す", zh: "重试")
    static let done = UIText("Done", de: "Fertig", ja: "完了", zh: "完成")
    static let error = UIText("Error", de: "Fehler", ja: "エラー", zh: "错误")
}
