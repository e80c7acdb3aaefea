-- A service requests client_credentials tokens that are bound to its key.
local drive = require("drive")
local proofs = require("proofs")

drive.run(function(config)
  local proof = proofs.sign(config, "POST", "/oauth2/token")
  return function()
    local field = proof()
    local answer = drive.post(200, "/oauth2/token", "grant_type=client_credentials", config.service .. field)
    drive.find(answer.body, '"access_token":"(eyJ[^"]+)"')
    drive.find(answer.body, '"token_type":"DPoP"')
  end
end)
