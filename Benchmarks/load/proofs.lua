-- DPoP proofs (RFC 9449 §4.2), one for each request.
--
-- They are signed before the load begins: a signature takes as long as the rest of a request in the load generator.
-- When the last one is used, the load ends.
local crypto = require("crypto")
local drive = require("drive")
local proofs = {}

-- Signs proofs for a request. Returns a function that returns the field `DPoP` with the next one, and its access token
-- if there are tokens, which are used in turn.
function proofs.sign(config, method, path, tokens)
  local private = crypto.key(config.key)
  local header = crypto.base64url('{"typ":"dpop+jwt","alg":"ES256","jwk":' .. config.jwk .. "}") .. "."
  local claims = string.format('{"htm":"%s","htu":"http://%s%s","iat":%d,', method, config.host, path, os.time())
  local hashes = {}
  for index, token in ipairs(tokens or {}) do
    hashes[index] = '"ath":"' .. crypto.base64url(crypto.sha256(token)) .. '",'
  end
  local count = #hashes
  local fields = {}
  for index = 1, config.proofs do
    local hash = count > 0 and hashes[(index - 1) % count + 1] or ""
    local content = header .. crypto.base64url(claims .. hash .. '"jti":"' .. config.run .. "-" .. index .. '"}')
    fields[index] = "DPoP: " .. content .. "." .. crypto.base64url(crypto.sign_raw(private, content)) .. "\r\n"
  end
  local used = 0
  return function()
    used = used + 1
    return fields[used] or drive.exhausted(), tokens and tokens[(used - 1) % count + 1]
  end
end

return proofs
