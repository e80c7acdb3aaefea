// Expected: value of type 'Text' has no member 'colour'
import SwiftUI

@MainActor func label() -> some View { Text("Sign in").colour(.red) }
