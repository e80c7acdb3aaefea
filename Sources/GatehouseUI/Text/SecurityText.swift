/// Texts of passwords, passkeys and the second factor.
enum SecurityText {
    static let title = UIText("Sign-in and security", de: "Anmeldung und Sicherheit", ja: "サインインとセキュリティ", zh: "登录与安全")
    static let password = UIText("Password", de: "Passwort", ja: "パスワード", zh: "密码")
    static let passwordSet = UIText("Set", de: "Festgelegt", ja: "設定済み", zh: "已设置")
    static let passwordNotSet = UIText("Not set", de: "Nicht festgelegt", ja: "未設定", zh: "未设置")
    static let setPassword = UIText("Set password", de: "Passwort festlegen", ja: "パスワードを設定", zh: "设置密码")
    static let setPasswordTitle = UIText("Set a password", de: "Passwort festlegen", ja: "パスワードの設定", zh: "设置密码")
    static let setPasswordIntro = UIText(
        "You can then sign in with a password instead of a code. You’ll be signed out of all other browsers and apps.",
        de:
            "Sie können sich dann statt mit einem Code mit dem Passwort anmelden. In allen anderen Browsern und Apps werden Sie abgemeldet.",
        ja: "コードの代わりにパスワードでサインインできるようになります。ほかのブラウザーとアプリからはすべてサインアウトします。",
        zh: "设置后可使用密码代替验证码登录。您将在其他所有浏览器和应用中退出登录。"
    )
    static let changePassword = UIText("Change password", de: "Passwort ändern", ja: "パスワードを変更", zh: "更改密码")
    static let changePasswordTitle = UIText("Change your password", de: "Passwort ändern", ja: "パスワードの変更", zh: "更改密码")
    static let changePasswordIntro = UIText(
        "You’ll be signed out of all other browsers and apps.",
        de: "Sie werden in allen anderen Browsern und Apps abgemeldet.",
        ja: "ほかのブラウザーとアプリからはすべてサインアウトします。",
        zh: "您将在其他所有浏览器和应用中退出登录。"
    )
    static let removePassword = UIText("Remove password", de: "Passwort entfernen", ja: "パスワードを削除", zh: "移除密码")
    static let removePasswordIntro = UIText(
        "You’ll then sign in with codes that we email you. You’ll be signed out of all other browsers and apps.",
        de:
            "Sie melden sich dann mit Codes an, die wir Ihnen per E-Mail senden. In allen anderen Browsern und Apps werden Sie abgemeldet.",
        ja: "今後はメールで届くコードでサインインします。ほかのブラウザーとアプリからはすべてサインアウトします。",
        zh: "移除后将使用邮箱验证码登录。您将在其他所有浏览器和应用中退出登录。"
    )
    static let passwordChanged = UIText(
        "Your password was changed. You’re signed out everywhere else.",
        de: "Ihr Passwort wurde geändert. Sie sind überall sonst abgemeldet.",
        ja: "パスワードを変更し、ほかのすべてからサインアウトしました。",
        zh: "您的密码已更改，并已在其他位置退出登录。"
    )
    static let passwordRemoved = UIText(
        "Your password was removed. You now sign in with codes that we email you.",
        de: "Ihr Passwort wurde entfernt. Sie melden sich jetzt mit Codes an, die wir Ihnen per E-Mail senden.",
        ja: "パスワードを削除しました。今後はメールで届くコードでサインインしてください。",
        zh: "您的密码已移除，今后请使用邮箱验证码登录。"
    )
    static let passkey = UIText("Passkey", de: "Passkey", ja: "パスキー", zh: "通行密钥")
    static let addPasskey = UIText("Add a passkey", de: "Passkey hinzufügen", ja: "パスキーを追加", zh: "添加通行密钥")
    static let passkeyAdded = UIText(
        "The passkey was added.",
        de: "Der Passkey wurde hinzugefügt.",
        ja: "パスキーを追加しました。",
        zh: "通行密钥已添加。"
    )
    static let addApp = UIText(
        "Add an authenticator app",
        de: "Authenticator-App hinzufügen",
        ja: "認証アプリを追加",
        zh: "添加身份验证器应用"
    )
    static let appAdded = UIText(
        "The authenticator app was added.",
        de: "Die Authenticator-App wurde hinzugefügt.",
        ja: "認証アプリを追加しました。",
        zh: "身份验证器应用已添加。"
    )
    static let addedAt = UIText("Added on {date}", de: "Hinzugefügt am {date}", ja: "追加日：{date}", zh: "添加于 {date}")
    static let rename = UIText("Rename", de: "Umbenennen", ja: "名前を変更", zh: "重命名")
    static let nameHint = UIText(
        "So that you recognize it later, for example “Work laptop”.",
        de: "Damit Sie ihn später wiedererkennen, zum Beispiel „Arbeitslaptop“.",
        ja: "あとで見分けられる名前です。例：仕事用ノートパソコン",
        zh: "便于日后识别，例如“工作笔记本”。"
    )
    static let saveName = UIText("Save name", de: "Namen speichern", ja: "名前を保存", zh: "保存名称")
    static let renamed = UIText("The name was changed.", de: "Der Name wurde geändert.", ja: "名前を変更しました。", zh: "名称已更改。")
    static let removeItem = UIText("Remove", de: "Entfernen", ja: "削除", zh: "移除")
    static let removeAppIntro = UIText(
        "The codes of this app won’t work any more.",
        de: "Die Codes dieser App funktionieren dann nicht mehr.",
        ja: "このアプリのコードは使えなくなります。",
        zh: "此应用的验证码将不再有效。"
    )
    static let removePasskeyIntro = UIText(
        "You won’t be able to sign in with this passkey any more.",
        de: "Mit diesem Passkey können Sie sich dann nicht mehr anmelden.",
        ja: "このパスキーではサインインできなくなります。",
        zh: "您将无法再使用此通行密钥登录。"
    )
    static let removed = UIText(
        "It was removed from your account.",
        de: "Der Eintrag wurde aus Ihrem Konto entfernt.",
        ja: "アカウントから削除しました。",
        zh: "已从您的账号中移除。"
    )
    static let secondStep = UIText("Two-step sign-in", de: "Anmeldung in zwei Schritten", ja: "2段階認証", zh: "两步验证")
    static let secondStepOn = UIText(
        "On. After your password or a code, we ask for a second step.",
        de: "Ein. Nach Passwort oder Code fragen wir nach einem zweiten Schritt.",
        ja: "オン：パスワードやコードのあとに、2段階目の確認を求めます。",
        zh: "已开启。输入密码或验证码后，需要完成第二步验证。"
    )
    static let secondStepOff = UIText(
        "Off. A password or code is enough to sign in.",
        de: "Aus. Zum Anmelden genügt Ihr Passwort oder ein Code.",
        ja: "オフ：パスワードまたはコードだけでサインインできます。",
        zh: "已关闭。只需密码或验证码即可登录。"
    )
    static let secondStepMissing = UIText(
        "Off. To turn it on, add an authenticator app or a passkey.",
        de: "Aus. Fügen Sie zum Einschalten eine Authenticator-App oder einen Passkey hinzu.",
        ja: "オフ：オンにするには、認証アプリまたはパスキーを追加してください。",
        zh: "已关闭。如需开启，请添加身份验证器应用或通行密钥。"
    )
    static let turnOn = UIText(
        "Turn on two-step sign-in",
        de: "Anmeldung in zwei Schritten einschalten",
        ja: "2段階認証をオンにする",
        zh: "开启两步验证"
    )
    static let turnOff = UIText(
        "Turn off two-step sign-in",
        de: "Anmeldung in zwei Schritten ausschalten",
        ja: "2段階認証をオフにする",
        zh: "关闭两步验证"
    )
    static let turnOffIntro = UIText(
        "Anyone who knows your password or can read your email can then sign in.",
        de: "Wer Ihr Passwort kennt oder Ihre E-Mails lesen kann, kann sich dann anmelden.",
        ja: "パスワードを知っている人やメールを読める人がサインインできるようになります。",
        zh: "关闭后，知道您密码或能查看您邮件的人就可以登录。"
    )
    static let turnedOn = UIText(
        "Two-step sign-in is on.",
        de: "Die Anmeldung in zwei Schritten ist eingeschaltet.",
        ja: "2段階認証をオンにしました。",
        zh: "两步验证已开启。"
    )
    static let turnedOff = UIText(
        "Two-step sign-in is off.",
        de: "Die Anmeldung in zwei Schritten ist ausgeschaltet.",
        ja: "2段階認証をオフにしました。",
        zh: "两步验证已关闭。"
    )
    static let recoveryCodes = UIText("Recovery codes", de: "Wiederherstellungscodes", ja: "リカバリーコード", zh: "恢复代码")
    static let newCodes = UIText("Create new codes", de: "Neue Codes erstellen", ja: "新しいコードを作成", zh: "生成新代码")
    static let newCodesIntro = UIText(
        "Your old codes stop working.",
        de: "Ihre alten Codes werden ungültig.",
        ja: "以前のコードは使えなくなります。",
        zh: "旧代码将失效。"
    )
    static let oneCodeLeft = UIText("1 code left", de: "Noch 1 Code", ja: "残り1個", zh: "剩余 1 个")
    static let codesLeft = UIText("{count} codes left", de: "Noch {count} Codes", ja: "残り{count}個", zh: "剩余 {count} 个")
}
