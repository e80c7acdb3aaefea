/// Texts of the account: details, addresses, sessions and deletion.
enum AccountText {
    static let title = UIText("Your account", de: "Ihr Konto", ja: "アカウント", zh: "您的账号")
    static let details = UIText("Personal details", de: "Persönliche Angaben", ja: "個人情報", zh: "个人信息")
    static let createdAt = UIText("Account created", de: "Konto erstellt", ja: "アカウント作成日", zh: "账号创建日期")
    static let edit = UIText("Change", de: "Ändern", ja: "変更", zh: "修改")
    static let addresses = UIText("Email and phone", de: "E-Mail und Telefon", ja: "メールアドレスと電話番号", zh: "邮箱和手机")
    static let addEmail = UIText("Add an email address", de: "E-Mail-Adresse hinzufügen", ja: "メールアドレスを追加", zh: "添加邮箱")
    static let addPhone = UIText("Add a phone number", de: "Telefonnummer hinzufügen", ja: "電話番号を追加", zh: "添加手机号码")
    static let confirm = UIText("Confirm", de: "Bestätigen", ja: "確認", zh: "验证")
    static let forget = UIText("Don’t add this address", de: "Nicht hinzufügen", ja: "追加をやめる", zh: "不再添加")
    static let makePrimary = UIText("Make primary", de: "Als Hauptadresse", ja: "メインにする", zh: "设为主要")
    static let pending = UIText("Waiting for confirmation", de: "Noch zu bestätigen", ja: "確認待ち", zh: "等待验证")
    static let primary = UIText("Primary", de: "Hauptadresse", ja: "メイン", zh: "主要")
    static let remove = UIText("Remove", de: "Entfernen", ja: "削除", zh: "移除")
    static let removeEmailIntro = UIText(
        "You won’t be able to sign in with {address}, and we won’t write to it any more.",
        de: "Mit {address} können Sie sich dann nicht mehr anmelden, und wir schreiben nicht mehr dorthin.",
        ja: "{address} ではサインインできなくなり、お知らせも届かなくなります。",
        zh: "您将无法再使用 {address} 登录，我们也不会再向其发送邮件。"
    )
    static let removePhoneIntro = UIText(
        "We won’t text {address} any more.",
        de: "An {address} senden wir dann keine SMS mehr.",
        ja: "{address} にはSMSをお送りしなくなります。",
        zh: "我们不会再向 {address} 发送短信。"
    )
    static let removeSubmit = UIText("Remove address", de: "Adresse entfernen", ja: "この連絡先を削除", zh: "移除此联系方式")
    static let codeByEmail = UIText(
        "Enter the code we emailed to {address}.",
        de: "Geben Sie den Code ein, den wir an {address} gesendet haben.",
        ja: "{address} に届いたコードを入力してください。",
        zh: "请输入发送至 {address} 的验证码。"
    )
    static let codeBySMS = UIText(
        "Enter the code we texted to {address}.",
        de: "Geben Sie den Code ein, den wir per SMS an {address} gesendet haben.",
        ja: "{address} にSMSで届いたコードを入力してください。",
        zh: "请输入发送至 {address} 的短信验证码。"
    )
    static let addressConfirmed = UIText(
        "The address was confirmed.",
        de: "Die Adresse wurde bestätigt.",
        ja: "連絡先を確認しました。",
        zh: "联系方式已验证。"
    )
    static let addressRemoved = UIText(
        "The address was removed.",
        de: "Die Adresse wurde entfernt.",
        ja: "連絡先を削除しました。",
        zh: "联系方式已移除。"
    )
    static let saved = UIText(
        "Your changes were saved.",
        de: "Ihre Änderungen wurden gespeichert.",
        ja: "変更を保存しました。",
        zh: "您的更改已保存。"
    )
    static let primaryChanged = UIText(
        "Your primary address was changed.",
        de: "Ihre Hauptadresse wurde geändert.",
        ja: "メインの連絡先を変更しました。",
        zh: "您的主要联系方式已更改。"
    )
    static let openPage = UIText("Open account page", de: "Kontoseite öffnen", ja: "アカウントページを開く", zh: "打开账号页面")
    static let sessions = UIText("Sessions", de: "Sitzungen", ja: "サインイン中の端末", zh: "登录会话")
    static let currentSession = UIText(
        "This app on this device",
        de: "Diese App auf diesem Gerät",
        ja: "このデバイスのこのアプリ",
        zh: "此设备上的本应用"
    )
    static let browser = UIText("Browser", de: "Browser", ja: "ブラウザー", zh: "浏览器")
    static let lastUsed = UIText(
        "Last used {date}",
        de: "Zuletzt verwendet: {date}",
        ja: "最終使用：{date}",
        zh: "上次使用：{date}"
    )
    static let endSession = UIText("End session", de: "Sitzung beenden", ja: "サインアウトさせる", zh: "结束会话")
    static let endOthers = UIText(
        "End all other sessions",
        de: "Alle anderen Sitzungen beenden",
        ja: "ほかのすべてからサインアウト",
        zh: "结束其他所有会话"
    )
    static let sessionEnded = UIText(
        "The session was ended.",
        de: "Die Sitzung wurde beendet.",
        ja: "サインアウトさせました。",
        zh: "会话已结束。"
    )
    static let othersEnded = UIText(
        "You’re signed out everywhere else.",
        de: "Sie sind überall sonst abgemeldet.",
        ja: "ほかのすべてからサインアウトしました。",
        zh: "您已在其他位置全部退出登录。"
    )
    static let endSessionIntro = UIText(
        "The app or browser is signed out of your account.",
        de: "Die App oder der Browser wird von Ihrem Konto abgemeldet.",
        ja: "このアプリまたはブラウザはアカウントからサインアウトされます。",
        zh: "该应用或浏览器将退出您的账号。"
    )
    static let endOthersIntro = UIText(
        "You’ll stay signed in only in this app.",
        de: "Sie bleiben nur in dieser App angemeldet.",
        ja: "このアプリだけサインインしたままになります。",
        zh: "此后仅本应用保持登录。"
    )
    static let apps = UIText("Connected apps", de: "Verbundene Apps", ja: "連携アプリ", zh: "已连接的应用")
    static let withdraw = UIText("Withdraw access", de: "Zugriff widerrufen", ja: "許可を取り消す", zh: "取消授权")
    static let withdrawIntro = UIText(
        "{app} will be signed out on all your devices.",
        de: "{app} wird auf allen Ihren Geräten abgemeldet.",
        ja: "すべての端末で「{app}」からサインアウトします。",
        zh: "{app} 将在您的所有设备上退出登录。"
    )
    static let withdrawn = UIText(
        "The app’s access was withdrawn.",
        de: "Der Zugriff der App wurde widerrufen.",
        ja: "アプリへの許可を取り消しました。",
        zh: "已取消对该应用的授权。"
    )
    static let allowedOn = UIText("Allowed on {date}", de: "Erlaubt am {date}", ja: "{date}に許可", zh: "授权日期：{date}")
    static let usedSince = UIText(
        "In use since {date}",
        de: "Verwendet seit {date}",
        ja: "{date}から使用",
        zh: "自 {date}起使用"
    )
    static let signOut = UIText("Sign out", de: "Abmelden", ja: "サインアウト", zh: "退出登录")
    static let signOutTitle = UIText("Sign out?", de: "Abmelden?", ja: "サインアウトしますか？", zh: "要退出登录吗？")
    static let signOutIntro = UIText(
        "You’ll need to sign in again next time.",
        de: "Beim nächsten Mal müssen Sie sich erneut anmelden.",
        ja: "次回は、もう一度サインインが必要になります。",
        zh: "下次需要重新登录。"
    )
    static let delete = UIText("Delete account", de: "Konto löschen", ja: "アカウントを削除", zh: "删除账号")
    static let deleteTitle = UIText("Delete your account", de: "Konto löschen", ja: "アカウントの削除", zh: "删除账号")
    static let deleteIntro = UIText(
        "This deletes your account and everything stored about you.",
        de: "Damit werden Ihr Konto und alle Daten über Sie gelöscht.",
        ja: "アカウントを、保存されているすべての情報とともに削除します。",
        zh: "删除账号以及存储的关于您的全部信息。"
    )
}
