/// Where a password reset stands.
public class ResetPasswordBaseState: MSALNativeAuthBaseState {}
