-- Four requests of a new browser: authorization, the sign-in page, the assertion of the user's passkey, tokens.
-- The load generator signs each challenge with libcrypto, which wrk has loaded, with the key that all users share.
local drive = require("drive")
local pages = require("pages")
local crypto = require("crypto")

drive.run(function(config)
  local private = crypto.key(config.key)
  -- The user is present and verified; the key is synchronized, and has no counter (WebAuthn Level 3 §6.1).
  local authenticator = crypto.sha256("localhost") .. string.char(0x1d) .. string.rep("\0", 4)
  return function(user)
    user.turns = (user.turns or 0) + 1
    local number = config.first + ((user.index - 1) * 2 + user.turns % 2) * config.stride
    local id = crypto.base64url(string.format("passkey-%08d", number))
    local visit = pages.open(config)
    local challenge = drive.find(visit.page, "&quot;challenge&quot;:&quot;([%w_-]+)&quot;")
    local client = '{"type":"webauthn.get","challenge":"' .. challenge .. '","origin":"http://' .. config.host .. '"}'
    local response = '{"id":"' .. id .. '","rawId":"' .. id .. '","type":"public-key","clientExtensionResults":{},"response":{'
      .. '"clientDataJSON":"' .. crypto.base64url(client) .. '","authenticatorData":"' .. crypto.base64url(authenticator)
      .. '","signature":"' .. crypto.base64url(crypto.sign_der(private, authenticator .. crypto.sha256(client))) .. '"}}'
    local answer = pages.press(visit, "passkey", "&passkey=" .. drive.escape(response))
    drive.find(pages.redeem(config, answer), '"id_token":"eyJ')
  end
end)
