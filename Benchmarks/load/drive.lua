-- Shared by all loads: one user per connection, each with one request at a time, and the clock.
--
-- A load is a function that each user runs repeatedly as a coroutine: `get` and `post` send a request and return the
-- response. An error ends the iteration and is counted. Responses are matched by X-Request-ID; without one,
-- responses are assumed to arrive in order. wrk must run with one thread.
--
-- Everything is measured after the warm-up, the server's CPU time too. wrk's own figures are ignored.
--
-- Without `config.rate` the loop is closed: a user begins an iteration when the last one has ended. With it the loop is
-- open: iterations are due at a fixed rate, and their latency counts from then, also while all users are still waiting.
local ffi = require("ffi")
ffi.cdef([[
  typedef struct { long seconds, nanoseconds; } gatehouse_time;
  int clock_gettime(int clock, gatehouse_time *time);
]])
local WALL, PROCESSOR = 1, 2

local drive = {}
local config
local users, ready, sent = {}, { first = 1, last = 0 }, { first = 1, last = 0 }
local phase, count, latencies, kept
local isProbed = false
-- Set if users pause: the users that a connection waits for.
local reserved
-- With a rate: when the next iteration is due.
local due
-- Set if all iterations end before the run does: the number of users that have ended theirs.
local drained

local time = ffi.new("gatehouse_time")
local function clock(which)
  ffi.C.clock_gettime(which, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

local function push(queue, value)
  queue.last = queue.last + 1
  queue[queue.last] = value
end

local function pop(queue)
  local value = queue[queue.first]
  if value == nil then return nil end
  queue[queue.first] = nil
  queue.first = queue.first + 1
  return value
end

local function json(value)
  if type(value) == "string" then
    return '"' .. value:gsub('[%c"\\]', function(c) return string.format("\\u%04x", c:byte()) end) .. '"'
  elseif type(value) ~= "table" then
    return string.format("%.15g", value)
  end
  local parts = {}
  for key, part in pairs(value) do parts[#parts + 1] = json(tostring(key)) .. ":" .. json(part) end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- CPU time in clock ticks of a process (proc_pid_stat(5): utime, stime), or also of its ended children (cutime, cstime).
local function ticks(pid, last)
  local file = io.open("/proc/" .. pid .. "/stat")
  if not file then return 0 end
  local fields = file:read("*a"):match("%) (.*)$")
  file:close()
  local index, sum = 0, 0
  for field in fields:gmatch("%S+") do
    index = index + 1
    if index >= 12 and index <= last then sum = sum + tonumber(field) end
  end
  return sum
end

-- The same of the database's process and its connections.
local function databaseTicks()
  if not config.database then return 0 end
  local sum = ticks(config.database, 15)
  local file = assert(io.open("/proc/" .. config.database .. "/task/" .. config.database .. "/children"))
  for child in file:read("*a"):gmatch("%d+") do sum = sum + ticks(child, 13) end
  file:close()
  return sum
end

local function begin()
  phase = "measured"
  -- Errors during the warm-up count.
  count = { turns = 0, requests = 0, refused = 0, errors = count and count.errors or 0, messages = count and count.messages or {} }
  latencies = {}
  count.longest = 0
  count.began, count.ticks, count.processor = clock(WALL), ticks(config.pid, 13), clock(PROCESSOR)
  count.database = databaseTicks()
end

local function failed(message)
  count.errors = count.errors + 1
  if count.errors <= 5 then count.messages[count.errors] = tostring(message) end
end

local function report()
  count.kept = kept
  io.stdout:write(json(count), "\n")
  io.stdout:flush()
  -- Ignores wrk's own counts.
  os.exit(0)
end

local function finish()
  if phase ~= "measured" then failed("it was over before it was warm") end
  local now = clock(WALL)
  count.seconds = now - count.began
  count.ticks = ticks(config.pid, 13) - count.ticks
  count.database = databaseTicks() - count.database
  count.processor = clock(PROCESSOR) - count.processor
  count.latencies = latencies
  -- The longest iteration may be one that has not ended.
  for _, user in pairs(users) do count.longest = math.max(count.longest, now - (user.began or now)) end
  latencies, phase = {}, "drained"
  if not drained then report() end
end

-- Lets all iterations end before the run does, without measuring: a replaced token is valid for a short time only.
function drive.drain() drained = 0 end

-- Ends the run when the first user has finished.
local EXHAUSTED = {}
function drive.exhausted() error(EXHAUSTED) end

-- Values for the next run, by name.
function drive.keep(name, value) kept[name] = value end

local function encode(status, method, path, fields, body)
  local head = method .. " " .. path .. " HTTP/1.1\r\nHost: " .. config.host .. "\r\n" .. (fields or "")
  if body then
    head = head .. "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " .. #body .. "\r\n"
  end
  return { status = status, head = head, body = body or "", name = method .. " " .. path:match("^[^?]*") }
end

-- Returns a function that returns the values of a list in turn, each made once.
function drive.turns(list, make)
  local made, index = {}, 0
  return function()
    index = index % #list + 1
    made[index] = made[index] or make(list[index])
    return made[index]
  end
end

-- A request that is sent unchanged any number of times.
function drive.prepare(status, method, path, fields, body) return encode(status, method, path, fields, body) end

function drive.send(request)
  local answer = coroutine.yield(request)
  if answer.status == request.status then return answer end
  if answer.status == 503 and answer.fields["Retry-After"] then
    error({ wait = tonumber(answer.fields["Retry-After"]) })
  end
  error(request.name .. " returned " .. answer.status .. ": " .. answer.body:sub(1, 300), 0)
end

function drive.get(status, path, fields) return drive.send(encode(status, "GET", path, fields)) end
function drive.post(status, path, body, fields) return drive.send(encode(status, "POST", path, fields, body)) end

-- Returns the capture of a pattern that must match.
function drive.find(text, pattern)
  return text:match(pattern) or error("no " .. pattern .. " in " .. text:sub(1, 300), 0)
end

function drive.escape(text)
  return (text:gsub("[^%w%-._~]", function(c) return string.format("%%%02X", c:byte()) end))
end

local function live(user, work)
  while phase ~= "drained" do
    user.began = due
    if due then due = due + 1 / config.rate end
    local ok, problem = pcall(work, user)
    if ok and phase == "drained" then return end
    if ok then
      local passed = clock(WALL) - user.began
      -- Microseconds, in steps of a percent.
      local step = math.floor(math.log(math.max(passed * 1e6, 1)) * 100)
      latencies[step] = (latencies[step] or 0) + 1
      count.longest = math.max(count.longest, passed)
      count.turns = count.turns + 1
    elseif problem == EXHAUSTED then
      return
    elseif type(problem) == "table" and problem.wait then
      count.refused = count.refused + 1
      drive.pause(problem.wait)
    else
      failed(problem)
    end
  end
end

-- Runs the user to the next request or pause.
local function advance(user, answer)
  local ok, request = coroutine.resume(user.routine, answer)
  assert(ok, request)
  if not request then
    if phase ~= "drained" then finish() end
    drained = drained + 1
    if drained == config.connections then report() end
    return nil
  end
  if request.pause then
    assert(reserved, "only patient loads pause")
    user.text, user.due = nil, clock(WALL) + request.pause
  else
    user.text = request.head .. (user.address or "") .. "X-Request-ID: " .. user.id .. "\r\n\r\n" .. request.body
    -- Later requests of an iteration are due at once.
    user.due = user.began or 0
  end
  return user
end

local function newUser(index, work)
  local user = { index = index, id = string.format("user-%06d", index) }
  if config.proxied then
    user.address = string.format("X-Forwarded-For: 10.0.%d.%d\r\n", index / 250, index % 250 + 1)
  end
  user.routine = coroutine.create(function() live(user, work) end)
  users[user.id] = user
  push(ready, advance(user))
end

-- Returns the next user; nil if a response was lost with its connection.
local function nextUser()
  if not reserved then return pop(ready) end
  local first = 1
  for index, user in ipairs(reserved) do
    if user.due < reserved[first].due then first = index end
  end
  local user = table.remove(reserved, first)
  if user and not user.text then return advance(user) end
  return user
end

-- Starts a load. `prepare(config)` returns the function of one iteration.
function drive.run(prepare)
  function init(arguments)
    lines = function(file)
      local list = {}
      for line in io.lines(file) do list[#list + 1] = line end
      return list
    end
    config = dofile(arguments[1])
    kept = config.kept or {}
    if config.rate then
      drive.patiently()
      due = clock(WALL) + 0.1
    end
    begin()
    phase = "cold"
    local work = prepare(config)
    for index = 1, config.connections do newUser(index, work) end
  end
end

function request()
  -- wrk calls it once before the run, without sending.
  if not isProbed then
    isProbed = true
    return ready[ready.first].text
  end
  local user = nextUser()
  if not user then
    if phase ~= "drained" then failed("a connection was lost") end
    return "GET / HTTP/1.1\r\nHost: " .. config.host .. "\r\nX-Request-ID: user-000000\r\n\r\n"
  end
  push(sent, user)
  if phase == "cold" then
    phase = "warm"
    count.began = clock(WALL)
  end
  local now = clock(WALL)
  -- wrk waits whole milliseconds, so a request may be early.
  user.began = math.min(user.began or now, now)
  return user.text
end

function response(status, fields, body)
  if fields["X-Request-ID"] == "user-000000" then return end
  local next = pop(sent)
  local user = users[fields["X-Request-ID"]] or next
  if not user then return end
  if phase ~= "drained" then count.requests = count.requests + 1 end
  local following = advance(user, { status = status, fields = fields, body = body })
  if following then push(ready, following) end
  local passed = clock(WALL) - count.began
  if phase == "warm" and passed > config.warmup then
    begin()
  elseif phase == "measured" and passed > config.seconds then
    finish()
  end
end

-- For loads with pauses: keeps a connection idle while its next user pauses.
function drive.patiently()
  reserved = {}
  function delay()
    local user = pop(ready)
    if not user then return 0 end
    reserved[#reserved + 1] = user
    local wait = (user.due - clock(WALL)) * 1000
    return math.max(user.text and math.floor(wait) or math.ceil(wait), 0)
  end
end

-- Waits a number of seconds; a request must follow.
function drive.pause(seconds) coroutine.yield({ pause = seconds }) end

return drive
