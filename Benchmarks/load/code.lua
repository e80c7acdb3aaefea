-- Six requests of a new browser: authorization, the sign-in page, the address, the page for the code, the code that was mailed, tokens.
-- The code is read where the development mailbox announces it. Until the mail is there, the person looks again ten times a second, and
-- loads the page again each time.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  drive.patiently()
  local log = assert(io.open(config.log))
  log:seek("end")
  local codes = {}
  local function mail(address)
    -- Reading on after the end of a file that grows takes a seek.
    log:seek("cur")
    for line in log:lines() do
      local to, code = line:match("^Mail to ([^:]+): .-(%d%d%d%d%d%d%d%d)")
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
