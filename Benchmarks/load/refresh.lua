-- Each user refreshes a session with the token of the last response.
local drive = require("drive")

drive.run(function(config)
  return function(user)
    user.token = user.token or config.refresh[user.index] or error("too few sessions", 0)
    local answer = drive.post(200, "/oauth2/token",
      "grant_type=refresh_token&client_id=" .. config.client .. "&refresh_token=" .. user.token)
    local token = drive.find(answer.body, '"refresh_token":"([^"]+)"')
    if token == user.token then error("the token was not rotated", 0) end
    user.token = token
    config.refresh[user.index] = token
    drive.keep("refresh", config.refresh)
  end
end)
