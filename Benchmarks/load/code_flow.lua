-- Five requests of a signed-in user: authorization, consent page, consent, tokens, userinfo.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  return function(user)
    local visit = pages.open(config, "&prompt=consent", config.cookies[(user.index - 1) % #config.cookies + 1])
    local tokens = pages.redeem(config, pages.press(visit, "continue"))
    local access = drive.find(tokens, '"access_token":"([^"]+)"')
    drive.find(drive.get(200, "/oauth2/userinfo", "Authorization: Bearer " .. access .. "\r\n").body, '"sub":"[^"]+"')
  end
end)
