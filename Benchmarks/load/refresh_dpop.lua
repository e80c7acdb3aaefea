-- Each user refreshes a session that is bound to a key, with the token of the last response.
local drive = require("drive")
local proofs = require("proofs")

drive.run(function(config)
  drive.drain()
  local proof = proofs.sign(config, "POST", "/oauth2/token")
  return function(user)
    user.token = user.token or config.bound_refresh[user.index] or error("too few sessions", 0)
    local field = proof()
    local answer = drive.post(200, "/oauth2/token",
      "grant_type=refresh_token&client_id=" .. config.client .. "&refresh_token=" .. user.token, field)
    drive.find(answer.body, '"token_type":"DPoP"')
    local token = drive.find(answer.body, '"refresh_token":"([^"]+)"')
    if token == user.token then error("the token was not rotated", 0) end
    user.token = token
    config.bound_refresh[user.index] = token
    drive.keep("bound_refresh", config.bound_refresh)
  end
end)
