-- A signed-in browser gets a code without a page. The codes are kept for the exchange.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  local codes = {}
  drive.keep("codes", codes)
  return function(user)
    user.asked = user.asked or drive.prepare(303, "GET", pages.authorize(config, "&prompt=none"),
      "Cookie: " .. config.cookies[(user.index - 1) % #config.cookies + 1] .. "\r\n")
    local code = drive.find(drive.send(user.asked).fields["Location"], "[?&]code=([^&]+)")
    codes[#codes + 1] = code
  end
end)
