-- The hosted pages, as a user goes through them.
local drive = require("drive")
local pages = {}

function pages.authorize(config, more)
  return "/oauth2/authorize?response_type=code&scope=openid%20email%20offline_access&state=state&nonce=nonce&client_id=" .. config.client
    .. "&redirect_uri=" .. drive.escape(config.redirect) .. "&code_challenge=" .. config.challenge .. "&code_challenge_method=S256" .. (more or "")
end

-- Opens the first page in a browser with these cookies or in a new one; returns the page.
function pages.open(config, more, cookie)
  local answer = drive.get(303, pages.authorize(config, more), cookie and "Cookie: " .. cookie .. "\r\n")
  local visit = { cookie = cookie or drive.find(answer.fields["Set-Cookie"], "^[^;]+") }
  return pages.follow(visit, answer)
end

function pages.follow(visit, answer)
  visit.address = drive.find(answer.fields["Location"], "^/sign%-in%?flow=.+")
  return pages.reload(visit)
end

function pages.reload(visit)
  visit.page = drive.get(200, visit.address, "Cookie: " .. visit.cookie .. "\r\n").body
  return visit
end

-- Submits a page with a button.
function pages.press(visit, action, fields)
  return drive.post(303, "/sign-in",
    "flow=" .. drive.find(visit.page, 'name="flow" value="([^"]+)"') .. "&csrf=" .. drive.find(visit.page, 'name="csrf" value="([^"]+)"')
      .. "&action=" .. action .. (fields or ""),
    "Cookie: " .. visit.cookie .. "\r\n")
end

-- Redeems the code for tokens.
function pages.redeem(config, answer)
  local location = answer.fields["Location"]
  if location:sub(1, #config.redirect) ~= config.redirect then error("led to " .. location, 0) end
  return drive.post(200, "/oauth2/token", pages.exchange(config, drive.find(location, "[?&]code=([^&]+)"))).body
end

function pages.exchange(config, code)
  return "grant_type=authorization_code&client_id=" .. config.client .. "&redirect_uri=" .. drive.escape(config.redirect)
    .. "&code_verifier=" .. config.verifier .. "&code=" .. code
end

return pages
