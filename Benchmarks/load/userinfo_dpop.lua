-- An app requests userinfo with access tokens that are bound to a key.
local drive = require("drive")
local proofs = require("proofs")

drive.run(function(config)
  local proof = proofs.sign(config, "GET", "/oauth2/userinfo", config.bound_access)
  return function()
    local field, token = proof()
    local answer = drive.get(200, "/oauth2/userinfo", "Authorization: DPoP " .. token .. "\r\n" .. field)
    drive.find(answer.body, '"sub":"[^"]+"')
  end
end)
