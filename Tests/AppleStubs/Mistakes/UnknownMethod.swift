// Expected: value of type 'ASWebAuthenticationSession' has no member 'begin'
import AuthenticationServices

func present(_ session: ASWebAuthenticationSession) {
    session.begin()
}
