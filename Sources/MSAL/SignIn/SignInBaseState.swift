/// Where a sign-in stands.
public class SignInBaseState: MSALNativeAuthBaseState {}
