/**
 * The count of a budget's month in Redis is one hash: `used`, `reserved`, and `o:<id>` for what each call under way may
 * use. It is good for the run of Redis and the revision of the budget that it was made for, and until `until`; whatever
 * else is found is made anew from PostgreSQL. So a count that was lost, fell back to an older state, missed a change or
 * waits for a process that died is right again, without anybody having to notice which of these it was.
 */

const RUN = `local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or ''`;

/**
 * ARGV: the call's id ('': nothing is reserved), now in milliseconds, then for each budget its revision, amount and hard
 * threshold ('' for none).
 * Answers 'stale' and the places of the counts to be made anew, or 'refused' or 'granted' with used and reserved of
 * each as they were before.
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
 * ARGV: the call's id, then for each budget what was used. A count that does not know the call is deleted: whoever asks
 * next makes it anew, from where the call is known. Answers what is used now, '' where nobody knows.
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
 * Begins to make a count. ARGV: a token, after how many milliseconds what was begun is forgotten, the revision, and now.
 * Answers the token of whoever began: more than one may make it, as long as nothing is settled meanwhile. '' where
 * somebody has made it already.
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
 * ARGV: the token, revision, until, for how many milliseconds it is kept, used, reserved, then the id and amount of each
 * call under way. Does nothing where something was settled since it was begun.
 */
export const FINISH = `
  if redis.call('HGET', KEYS[1], 'making') ~= ARGV[1] then return end
  ${RUN}
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'run', run, 'revision', ARGV[2], 'until', ARGV[3], 'used', ARGV[5], 'reserved', ARGV[6])
  for i = 7, #ARGV, 2 do redis.call('HSET', KEYS[1], 'o:' .. ARGV[i], ARGV[i + 1]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[4])`;
