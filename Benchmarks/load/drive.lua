-- Shared by all loads: one user per connection, each with one request at a time, and the clock.
--
-- A load is a function that each user runs repeatedly as a coroutine: `get` and `post` send a request and return the
-- response. An error ends the iteration and is counted. Responses are matched by X-Request-ID; without one,
-- responses are assumed to arrive in order. wrk must run with one thread.
--
-- Everything is measured after the warm-up, the server's CPU time too. wrk's own figures are ignored.
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

-- CPU time in clock ticks of the measured process (proc_pid_stat(5): utime and stime).
local function ticks()
  local file = assert(io.open("/proc/" .. config.pid .. "/stat"))
  local fields = file:read("*a"):match("%) (.*)$")
  file:close()
  local index, sum = 0, 0
  for field in fields:gmatch("%S+") do
    index = index + 1
    if index == 12 or index == 13 then sum = sum + tonumber(field) end
  end
  return sum
end

local function begin()
  phase = "measured"
  -- Errors during the warm-up count.
  count = { turns = 0, requests = 0, refused = 0, errors = count and count.errors or 0, messages = count and count.messages or {} }
  latencies = {}
  count.began, count.ticks, count.processor = clock(WALL), ticks(), clock(PROCESSOR)
end

local function failed(message)
  count.errors = count.errors + 1
  if count.errors <= 5 then count.messages[count.errors] = tostring(message) end
end

local function finish()
  if phase ~= "measured" then failed("it was over before it was warm") end
  count.seconds = clock(WALL) - count.began
  count.ticks = ticks() - count.ticks
  count.processor = clock(PROCESSOR) - count.processor
  count.latencies = latencies
  count.kept = kept
  io.stdout:write(json(count), "\n")
  io.stdout:flush()
  -- Ignores wrk's own counts.
  os.exit(0)
end

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
  while true do
    user.began = nil
    local ok, problem = pcall(work, user)
    if ok then
      -- Microseconds, in steps of a percent.
      local step = math.floor(math.log(math.max((clock(WALL) - user.began) * 1e6, 1)) * 100)
      latencies[step] = (latencies[step] or 0) + 1
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
  if not request then return finish() end
  if request.pause then
    assert(reserved, "only patient loads pause")
    user.text, user.due = nil, clock(WALL) + request.pause
  else
    user.text = request.head .. "X-Request-ID: " .. user.id .. "\r\n\r\n" .. request.body
    user.due = 0
  end
  return user
end

local function newUser(index, work)
  local user = { index = index, id = string.format("user-%06d", index) }
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
  return user and not user.text and advance(user) or user
end

-- Starts a load. `prepare(config)` returns the function of one iteration.
function drive.run(prepare)
  function init(arguments)
    config = dofile(arguments[1])
    kept = config.kept or {}
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
    failed("a connection was lost")
    return "GET / HTTP/1.1\r\nHost: " .. config.host .. "\r\n\r\n"
  end
  push(sent, user)
  if phase == "cold" then
    phase = "warm"
    count.began = clock(WALL)
  end
  user.began = user.began or clock(WALL)
  return user.text
end

function response(status, fields, body)
  local next = pop(sent)
  local user = users[fields["X-Request-ID"]] or next
  if not user then return end
  count.requests = count.requests + 1
  push(ready, advance(user, { status = status, fields = fields, body = body }))
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
    return math.max(math.ceil((user.due - clock(WALL)) * 1000), 0)
  end
end

-- Waits a number of seconds; a request must follow.
function drive.pause(seconds) coroutine.yield({ pause = seconds }) end

return drive
