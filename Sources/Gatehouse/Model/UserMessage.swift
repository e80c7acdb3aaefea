public import Foundation

extension AuthError {
    /// Returns the text to show to users: what happened, and what to do next.
    ///
    /// - Parameter locale: The locale that determines the language: English, German, Japanese or Simplified Chinese;
    ///   English for all others.
    /// - Returns: One to three short sentences; `nil` for ``AuthErrorCode/cancelled``, which needs no message.
    public func userMessage(locale: Locale = .current) -> String? {
        guard code != .cancelled else { return nil }
        return (UserMessage.byCode[code] ?? .other).text(in: TextLanguage(locale))
    }
}

/// The text for users of an error, in the supported languages.
struct UserMessage {
    let english: String
    let german: String
    let japanese: String
    let chinese: String

    func text(in language: TextLanguage) -> String {
        switch language {
        case .english: english
        case .german: german
        case .japanese: japanese
        case .chinese: chinese
        }
    }

    /// The text for codes of later versions.
    static let other = UserMessage(
        english: "Something went wrong. Try again.",
        german: "Etwas ist schiefgegangen. Versuchen Sie es erneut.",
        japanese: "問題が発生しました。もう一度お試しください。",
        chinese: "出现问题，请重试。"
    )

    /// The texts by code, for all codes but ``AuthErrorCode/cancelled``.
    static let byCode = signIn.merging(passkey) { text, _ in text }.merging(account) { text, _ in text }

    /// The texts for sessions and sign-ins.
    private static let signIn: [AuthError.Code: UserMessage] = [
        .interactionRequired: UserMessage(
            english: "Sign in to continue.",
            german: "Melden Sie sich an, um fortzufahren.",
            japanese: "続けるにはサインインしてください。",
            chinese: "请登录后继续。"
        ),
        .signedOut: UserMessage(
            english: "You’ve been signed out. Sign in again.",
            german: "Sie wurden abgemeldet. Melden Sie sich erneut an.",
            japanese: "サインアウトされました。もう一度サインインしてください。",
            chinese: "您已退出登录，请重新登录。"
        ),
        .flowExpired: UserMessage(
            english: "Your request has expired. Start again.",
            german: "Der Vorgang ist abgelaufen. Beginnen Sie von vorn.",
            japanese: "有効期限が切れました。最初からやり直してください。",
            chinese: "操作已过期，请重新开始。"
        ),
        .network: UserMessage(
            english: "Couldn’t connect. Check your internet connection and try again.",
            german: "Keine Verbindung. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.",
            japanese: "接続できませんでした。インターネット接続を確認して、もう一度お試しください。",
            chinese: "无法连接，请检查网络后重试。"
        ),
        .untrustedServer: UserMessage(
            english: "Couldn’t connect securely. Check your device’s date and time, or try another network.",
            german: "Keine sichere Verbindung. Prüfen Sie Datum und Uhrzeit Ihres Geräts oder das Netzwerk.",
            japanese: "安全に接続できませんでした。デバイスの日付と時刻を確認するか、別のネットワークでお試しください。",
            chinese: "无法建立安全连接，请检查设备的日期和时间，或更换网络后重试。"
        ),
        .serverUnavailable: UserMessage(
            english: "The service is temporarily unavailable. Try again in a few minutes.",
            german: "Der Dienst ist vorübergehend nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.",
            japanese: "現在サービスを利用できません。しばらくしてから、もう一度お試しください。",
            chinese: "服务暂时不可用，请稍后重试。"
        ),
        .rateLimited: UserMessage(
            english: "Too many attempts. Wait a while, then try again.",
            german: "Zu viele Versuche. Bitte warten Sie etwas und versuchen Sie es dann erneut.",
            japanese: "試行回数の上限に達しました。しばらくしてから、もう一度お試しください。",
            chinese: "尝试次数过多，请稍后重试。"
        ),
        .refreshLockTimeout: UserMessage(
            english: "This is taking longer than expected. Try again.",
            german: "Das dauert länger als erwartet. Versuchen Sie es erneut.",
            japanese: "処理に時間がかかっています。もう一度お試しください。",
            chinese: "处理时间过长，请重试。"
        ),
        .requestRejected: UserMessage(
            english: "Something went wrong. Sign in again. If this keeps happening, contact support.",
            german: "Etwas ist schiefgegangen. Melden Sie sich erneut an oder wenden Sie sich an den Support.",
            japanese: "問題が発生しました。もう一度サインインしてください。問題が続く場合は、サポートにお問い合わせください。",
            chinese: "出现问题，请重新登录。如仍有问题，请联系客服。"
        ),
        .invalidResponse: other,
        .clockSkew: UserMessage(
            english: "Your device’s date and time are wrong. Correct them and try again.",
            german: "Datum oder Uhrzeit Ihres Geräts ist falsch. Korrigieren Sie sie und versuchen Sie es erneut.",
            japanese: "デバイスの日付と時刻が正しくありません。設定を確認して、もう一度お試しください。",
            chinese: "设备的日期或时间不正确，请校准后重试。"
        ),
        .storeLocked: UserMessage(
            english: "Your device is locked. Unlock it and try again.",
            german: "Ihr Gerät ist gesperrt. Entsperren Sie es und versuchen Sie es erneut.",
            japanese: "デバイスがロックされています。ロックを解除して、もう一度お試しください。",
            chinese: "设备已锁定，请解锁后重试。"
        ),
        .storeCorrupt: UserMessage(
            english: "The sign-in saved on this device can’t be read. Sign in again.",
            german: "Die auf diesem Gerät gespeicherte Anmeldung ist nicht lesbar. Melden Sie sich erneut an.",
            japanese: "このデバイスに保存されたサインイン情報を読み込めません。もう一度サインインしてください。",
            chinese: "无法读取此设备上保存的登录信息，请重新登录。"
        ),
        .storeDenied: UserMessage(
            english: "This app can’t access your saved sign-in. Contact support.",
            german: "Diese App kann nicht auf Ihre gespeicherte Anmeldung zugreifen. Wenden Sie sich an den Support.",
            japanese: "アプリが保存済みのサインイン情報にアクセスできません。サポートにお問い合わせください。",
            chinese: "应用无法访问已保存的登录信息，请联系客服。"
        ),
        .storeUnavailable: UserMessage(
            english: "Your sign-in couldn’t be loaded or saved. Check your device’s free space and try again.",
            german: "Ihre Anmeldung lässt sich nicht laden oder speichern. Prüfen Sie den freien Speicherplatz.",
            japanese: "サインイン情報の読み込みまたは保存ができませんでした。空き容量を確認して、もう一度お試しください。",
            chinese: "无法读取或保存登录信息，请检查设备的剩余空间后重试。"
        ),
        .misconfigured: UserMessage(
            english: "This app isn’t set up correctly. Contact support.",
            german: "Diese App ist nicht richtig eingerichtet. Wenden Sie sich an den Support.",
            japanese: "アプリの設定に問題があります。サポートにお問い合わせください。",
            chinese: "应用设置有误，请联系客服。"
        ),
        .browserUnavailable: UserMessage(
            english: "The browser couldn’t be opened. Check your default browser and try again.",
            german: "Der Browser ließ sich nicht öffnen. Prüfen Sie Ihren Standardbrowser.",
            japanese: "ブラウザを開けませんでした。既定のブラウザを確認して、もう一度お試しください。",
            chinese: "无法打开浏览器，请检查默认浏览器后重试。"
        ),
        .browserRequired: UserMessage(
            english: "You can’t finish this in the app. Continue in the browser.",
            german: "Dieser Vorgang lässt sich nicht in der App abschließen. Fahren Sie im Browser fort.",
            japanese: "アプリ内では手続きを完了できません。ブラウザで続けてください。",
            chinese: "无法在应用内完成操作，请在浏览器中继续。"
        ),
        .invalidUsername: UserMessage(
            english: "This email address isn’t valid. Enter one like name@example.com.",
            german: "Diese E-Mail-Adresse ist ungültig. Geben Sie eine Adresse wie name@example.com ein.",
            japanese: "メールアドレスが正しくありません。name@example.comのような形式で入力してください。",
            chinese: "邮箱格式不正确，请输入正确的邮箱，例如 name@example.com。"
        ),
        .userAlreadyExists: UserMessage(
            english: "This account already exists. Sign in instead.",
            german: "Dieses Konto gibt es bereits. Melden Sie sich stattdessen an.",
            japanese: "このアカウントはすでに登録されています。サインインしてください。",
            chinese: "该账号已存在，请直接登录。"
        ),
        .userNotFound: UserMessage(
            english: "This account doesn’t exist. Check what you entered, or create an account.",
            german: "Dieses Konto gibt es nicht. Prüfen Sie Ihre Eingabe oder erstellen Sie ein Konto.",
            japanese: "アカウントが見つかりません。入力内容を確認するか、アカウントを作成してください。",
            chinese: "账号不存在，请检查输入内容或创建账号。"
        ),
        .passwordNotSet: UserMessage(
            english: "Your account has no password. Sign in another way.",
            german: "Ihr Konto hat kein Passwort. Melden Sie sich auf andere Weise an.",
            japanese: "このアカウントにはパスワードが設定されていません。別の方法でサインインしてください。",
            chinese: "您的账号未设置密码，请使用其他方式登录。"
        ),
        .wrongCode: UserMessage(
            english: "That code is wrong or has expired. Check it, or request a new one.",
            german: "Der Code ist falsch oder abgelaufen. Prüfen Sie ihn oder fordern Sie einen neuen an.",
            japanese: "コードが正しくないか、有効期限が切れています。コードを確認するか、新しいコードを送信してください。",
            chinese: "验证码错误或已过期，请核对或重新获取。"
        ),
        .wrongPassword: UserMessage(
            english: "Wrong account or password. Try again.",
            german: "Konto oder Passwort ist falsch. Versuchen Sie es erneut.",
            japanese: "アカウントまたはパスワードが正しくありません。もう一度お試しください。",
            chinese: "账号或密码错误，请重试。"
        ),
        .passwordRejected: UserMessage(
            english: "You can’t use this password. Choose a different one.",
            german: "Dieses Passwort ist nicht zulässig. Wählen Sie ein anderes.",
            japanese: "このパスワードは使用できません。別のパスワードを入力してください。",
            chinese: "无法使用此密码，请换一个密码。"
        ),
        .attributesRejected: UserMessage(
            english: "Some details aren’t valid. Check them and try again.",
            german: "Einige Angaben sind ungültig. Prüfen Sie sie und versuchen Sie es erneut.",
            japanese: "入力内容に誤りがあります。確認して、もう一度お試しください。",
            chinese: "部分信息不正确，请检查后重试。"
        ),
        .unexpectedChallenge: UserMessage(
            english: "You can’t continue this way. Start again.",
            german: "So können Sie nicht fortfahren. Beginnen Sie von vorn.",
            japanese: "この方法では続行できません。最初からやり直してください。",
            chinese: "无法以此方式继续，请重新开始。"
        ),
        .automaticSignInUnavailable: UserMessage(
            english: "You’re almost done. Sign in to continue.",
            german: "Fast geschafft. Melden Sie sich an, um fortzufahren.",
            japanese: "あと少しで完了です。サインインして続けてください。",
            chinese: "即将完成，请登录后继续。"
        ),
        .factorBlocked: UserMessage(
            english: "We can’t send a code there. Choose another way to confirm it’s you.",
            german: "Dorthin können wir keinen Code senden. Wählen Sie eine andere Bestätigung.",
            japanese: "この宛先にはコードを送信できません。別の確認方法を選択してください。",
            chinese: "无法向此联系方式发送验证码，请选择其他验证方式。"
        ),
        .secondFactorRequired: UserMessage(
            english: "Your account requires two-step verification. Sign in again to continue.",
            german: "Ihr Konto verlangt eine Bestätigung in zwei Schritten. Melden Sie sich erneut an.",
            japanese: "このアカウントには2段階認証が必要です。続けるには、もう一度サインインしてください。",
            chinese: "您的账号需要两步验证，请重新登录后继续。"
        ),
        .secondFactorEnrollmentRequired: UserMessage(
            english: "You need to set up two-step verification. Sign in again to continue.",
            german: "Für Ihr Konto fehlt die Bestätigung in zwei Schritten. Melden Sie sich erneut an.",
            japanese: "2段階認証の設定が必要です。続けるには、もう一度サインインしてください。",
            chinese: "您需要设置两步验证，请重新登录后继续。"
        ),
    ]
}
