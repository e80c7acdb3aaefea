-- Each iteration refreshes another session, with the token of its last response.
local drive = require("drive")
-- The number of access tokens that are kept for other loads.
local KEPT = 20000

drive.run(function(config)
  local tokens, first, last = config.refresh, 1, #config.refresh
  local access, turns = {}, 0
  drive.drain()
  drive.keep("refresh", tokens)
  drive.keep("access", access)
  return function(user)
    if not user.token then
      user.token = tokens[first] or error("too few sessions", 0)
      tokens[first], first = nil, first + 1
    end
    local answer = drive.post(200, "/oauth2/token",
      "grant_type=refresh_token&client_id=" .. config.client .. "&refresh_token=" .. user.token)
    local token = drive.find(answer.body, '"refresh_token":"([^"]+)"')
    if token == user.token then error("the token was not rotated", 0) end
    last = last + 1
    tokens[last], user.token = token, nil
    access[turns % KEPT + 1], turns = drive.find(answer.body, '"access_token":"([^"]+)"'), turns + 1
  end
end)
