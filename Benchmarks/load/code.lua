-- Six requests of a new browser: authorization, the sign-in page, the address, the page for the code, the code that was mailed, tokens.
-- The code is read from the server's output in development mode. Until the mail is sent, the user polls ten times a second and
-- reloads the page each time.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  drive.patiently()
  local log = assert(io.open(config.log))
  log:seek("end")
  local codes = {}
  local function mail(address)
    -- Reading past the end of a growing file needs a seek.
    log:seek("cur")
    for line in log:lines() do
      local to, code = line:match("^Email to ([^:]+): .-(%d%d%d%d%d%d%d%d)")
      if to then codes[to] = code end
    end
    local code = codes[address]
    codes[address] = nil
    return code
  end

  return function(user)
    user.turns = (user.turns or 0) + 1
    local number = config.first + ((user.index - 1) * 2 + user.turns % 2) * config.stride
    local address = "person" .. number .. "@example.com"
    local visit = pages.open(config)
    pages.follow(visit, pages.press(visit, "continue", "&email=" .. drive.escape(address)))
    local code
    repeat
      drive.pause(0.1)
      code = mail(address)
      if not code then pages.reload(visit) end
    until code
    drive.find(pages.redeem(config, pages.press(visit, "continue", "&code=" .. code)), '"id_token":"eyJ')
  end
end)
