/// Where a sign-up stands.
public class SignUpBaseState: MSALNativeAuthBaseState {}
