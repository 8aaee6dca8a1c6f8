/**
 * The count of a budget's month in Redis is one hash: `used`, `reserved`, and `o:<id>` for the reservation of each
 * running call. It is valid for one run of Redis, one revision of the budget, and until `until`. Otherwise it is
 * rebuilt from PostgreSQL. This repairs a count that was lost, was restored to an older state, missed a change or
 * contains a reservation of a dead process.
 */

const RUN = `local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''`;

/**
 * ARGV: the call's id ('': nothing is reserved), now in milliseconds, then for each budget its revision, amount and
 * hard limit ('' for none). Returns 'stale' and the indexes of the counts to rebuild, or 'refused' or 'granted' with
 * the previous used and reserved amounts of each.
 */
export const RESERVE = `
  ${RUN}
  local id, now = ARGV[1], tonumber(ARGV[2])
  local stale, seen, granted = {}, {}, true
  for i = 1, #KEYS do
    local revision, amount, hard = ARGV[3 * i], ARGV[3 * i + 1], tonumber(ARGV[3 * i + 2])
    local count = redis.call('HMGET', KEYS[i], 'run', 'revision', 'until', 'used', 'reserved')
    if count[1] ~= run or not count[5]
      or tonumber(count[2]) < tonumber(revision) or tonumber(count[3]) <= now then
      stale[#stale + 1] = i
    else
      seen[#seen + 1] = count[4]
      seen[#seen + 1] = count[5]
      if hard and tonumber(count[4]) + tonumber(count[5]) + tonumber(amount) > hard then granted = false end
    end
  end
  if #stale > 0 then return { 'stale', unpack(stale) } end
  if not granted then return { 'refused', unpack(seen) } end
  if id ~= '' then
    for i = 1, #KEYS do
      redis.call('HINCRBY', KEYS[i], 'reserved', ARGV[3 * i + 1])
      redis.call('HSET', KEYS[i], 'o:' .. id, ARGV[3 * i + 1])
    end
  end
  return { 'granted', unpack(seen) }`;

/**
 * ARGV: the call's id, then the used amount for each budget. Deletes a count that does not contain the call; the next
 * reader rebuilds it from PostgreSQL, which knows the call. Returns the used amounts, '' if unknown.
 */
export const SETTLE = `
  local used = {}
  for i = 1, #KEYS do
    local reserved = redis.call('HGET', KEYS[i], 'o:' .. ARGV[1])
    if reserved then
      redis.call('HDEL', KEYS[i], 'o:' .. ARGV[1])
      if reserved ~= '0' then redis.call('HINCRBY', KEYS[i], 'reserved', '-' .. reserved) end
      used[i] = redis.call('HINCRBY', KEYS[i], 'used', ARGV[i + 1])
    else
      redis.call('DEL', KEYS[i])
      used[i] = ''
    end
  end
  return used`;

/**
 * Starts building a count. ARGV: a token, the milliseconds after which the start is forgotten, the revision, and now.
 * Returns the token of the process that started first: several may build it unless a call is settled meanwhile. Returns
 * '' if the count already exists.
 */
export const BEGIN = `
  local making = redis.call('HGET', KEYS[1], 'making')
  if making then return making end
  ${RUN}
  local count = redis.call('HMGET', KEYS[1], 'run', 'revision', 'until')
  if count[1] == run and tonumber(count[2]) >= tonumber(ARGV[3]) and tonumber(count[3]) > tonumber(ARGV[4]) then
    return ''
  end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'making', ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return ARGV[1]`;

/**
 * ARGV: the token, revision, until, the lifetime in milliseconds, used, reserved, then the id and amount of each
 * running call. Does nothing if a call was settled since BEGIN.
 */
export const FINISH = `
  if redis.call('HGET', KEYS[1], 'making') ~= ARGV[1] then return end
  ${RUN}
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'run', run, 'revision', ARGV[2], 'until', ARGV[3], 'used', ARGV[5], 'reserved', ARGV[6])
  for i = 7, #ARGV, 2 do redis.call('HSET', KEYS[1], 'o:' .. ARGV[i], ARGV[i + 1]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[4])`;
