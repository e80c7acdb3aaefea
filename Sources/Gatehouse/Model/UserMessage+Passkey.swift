extension UserMessage {
    /// The texts for passkeys.
    static let passkey: [AuthError.Code: UserMessage] = [
        .passkeyUnavailable: UserMessage(
            english: "There’s no passkey to use here. Try another way.",
            german: "Hier ist kein Passkey verfügbar. Versuchen Sie es auf andere Weise.",
            japanese: "ここで使えるパスキーがありません。別の方法をお試しください。",
            chinese: "此处没有可用的通行密钥，请尝试其他方式。"
        ),
        .passkeyAlreadyAdded: UserMessage(
            english: "This device already has a passkey for your account.",
            german: "Dieses Gerät hat bereits einen Passkey für Ihr Konto.",
            japanese: "このデバイスにはすでにアカウントのパスキーがあります。",
            chinese: "此设备已有您账号的通行密钥。"
        ),
        .passkeyRejected: UserMessage(
            english: "This passkey doesn’t work for your account. Try another way.",
            german: "Dieser Passkey passt nicht zu Ihrem Konto. Versuchen Sie es auf andere Weise.",
            japanese: "このパスキーはアカウントで使用できません。別の方法をお試しください。",
            chinese: "此通行密钥无法用于您的账号，请尝试其他方式。"
        ),
    ]
}
