-- Six requests of a new browser: authorization, the sign-in page, the address, the password page, the password, tokens.
-- Users
-- retry after 503.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  drive.patiently()
  return function(user)
    user.turns = (user.turns or 0) + 1
    local number = config.first + ((user.index - 1) * 2 + user.turns % 2) * config.stride
    local visit = pages.open(config)
    pages.follow(visit, pages.press(visit, "password", "&email=person" .. number .. "%40example.com"))
    local answer = pages.press(visit, "continue", "&password=" .. config.password)
    drive.find(pages.redeem(config, answer), '"id_token":"eyJ')
  end
end)
