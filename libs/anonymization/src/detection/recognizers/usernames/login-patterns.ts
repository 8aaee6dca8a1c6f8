import { matchesOf } from '@app/common';
import type { Span } from '../../../text/spans/span';
import { isSystemLogin } from './not-a-login';

const LOGIN = '[\\p{L}_~][\\p{L}\\p{N}_.~-]{0,30}[\\p{L}\\p{N}_]';
/** A sign or a digit inside, which names in chats have and HTML elements do not. */
const TELLING = '(?=[^\\s<>:\\]]{0,30}[_.\\d])';

/**
 * Where programs write the logged-in user and chats the author, each with a quick hint: most texts contain none of the
 * hints.
 */
const PATTERNS: readonly (readonly [hint: string, pattern: RegExp])[] = [
  // IRC: [21:15] <vashti> framing it; <kluska_3000> lol
  ['] <', new RegExp(`(?<=\\] )<[@+~]?(?<login>${LOGIN})>(?= )`, 'gu')],
  ['> ', new RegExp(`(?<=^|\\n|> )<[@+~]?(?<login>${TELLING}${LOGIN})>(?= )`, 'gu')],
  // Chats: [21:15] pixelgoblin: soz; **mossy_gremlin**: gg; jule.k 22:07
  [
    '] ',
    new RegExp(
      `(?<=(?:^|\\n)\\[[\\d:., -]{4,20}\\] )(?<login>(?=\\p{Ll}|[^\\s:]{0,30}[_\\d])${LOGIN})(?=: )`,
      'gu',
    ),
  ],
  ['**: ', new RegExp(`(?<=(?:^|\\n)\\*\\*)(?<login>${TELLING}${LOGIN})(?=\\*\\*: )`, 'gu')],
  [':', new RegExp(`(?<=^|\\n)(?<login>(?=\\p{Ll})${LOGIN})(?= \\d\\d:\\d\\d(?:\\n|$))`, 'gu')],
  // Shells: krahl@build07:~$
  ['@', new RegExp(`(?<=^|\\n)(?<login>${LOGIN})(?=@[\\w.-]{1,40}:[~/][^\\n$#]{0,80}[$#] )`, 'gu')],
  ['whoami\n', new RegExp(`(?<=\\$ whoami\\n)(?<login>${LOGIN})`, 'gu')],
  [
    '@',
    new RegExp(`(?<=(?<![\\p{L}\\p{N}])(?:ssh|scp|rsync) (?:-\\w{1,9} ){0,3})(?<login>${LOGIN})(?=@)`, 'gu'),
  ],
  // Files: /home/dlehner/, C:\Users\dlehner\
  ['/home/', new RegExp(`(?<=/home/)(?<login>${LOGIN})(?=[/\\s"':]|$)`, 'gu')],
  ['Users', new RegExp(`(?<=(?:/Users/|\\\\Users\\\\{1,2}))(?<login>${LOGIN})(?=[/\\\\\\s"':]|$)`, 'gu')],
  // Logs of web servers and mail servers: 198.51.100.17 - tweidenhiller [19/Feb/2025
  [' - ', new RegExp(`(?<=\\d - )(?<login>${LOGIN})(?= \\[\\d{1,2}/)`, 'gu')],
  ['user=<', new RegExp(`(?<=user=<)(?<login>${LOGIN})(?=>)`, 'gu')],
  [
    ' for ',
    new RegExp(`(?<=(?:password|publickey|user) for (?:invalid user )?)(?<login>${LOGIN})(?= from )`, 'gu'),
  ],
  ['nvalid user ', new RegExp(`(?<=[Ii]nvalid user )(?<login>${LOGIN})(?= from )`, 'gu')],
  [
    'opened for user ',
    new RegExp(`(?<=opened for user )(?<login>${LOGIN})(?=\\(uid=| by (?:\\(uid=|\\w{1,32}\\(uid=))`, 'gu'),
  ],
  ['sconnected from user ', new RegExp(`(?<=isconnected from user )(?<login>${LOGIN})(?= \\d)`, 'gu')],
  ['logname=', new RegExp(`(?<=\\blogname=)(?<login>${LOGIN})(?= uid=)`, 'gu')],
  [' for user ', new RegExp(`(?<=authentication failed for user ")(?<login>${LOGIN})(?=")`, 'gu')],
  ['denied for user ', new RegExp(`(?<=denied for user ')(?<login>${LOGIN})(?='@')`, 'gu')],
  [') CMD ', new RegExp(`(?<=CRON\\[\\d{1,8}\\]: \\()(?<login>${LOGIN})(?=\\) CMD )`, 'gu')],
  ['sudo:', new RegExp(`(?<=\\bsudo: {1,8})(?<login>${LOGIN})(?= : )`, 'gu')],
  ['(to ', new RegExp(`(?<=\\bsu: (?:FAILED SU )?\\(to \\w{1,32}\\) )(?<login>${LOGIN})(?= on )`, 'gu')],
  [
    '\\',
    new RegExp(
      `(?<=(?<![\\p{L}\\p{N}_\\\\/:.-])(?!HK)[A-Z][A-Z0-9-]{1,14}\\\\)(?<login>${LOGIN})(?= (?:has )?(?:logged|signed) )`,
      'gu',
    ),
  ],
  // Lists of files: -rw-r--r-- 1 jkrause staff 64 Jan 1
  [
    'rw',
    new RegExp(
      `(?<=(?:^|\\n)[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]? {1,6}\\d{1,6} )(?<login>${LOGIN})(?= )`,
      'gu',
    ),
  ],
  // Addresses of databases and services: postgres://ledger_ro:...@host
  ['://', new RegExp(`(?<=[a-z0-9+]://)(?<login>${LOGIN})(?=(?::[^\\s@/"'<>]{1,128})?@)`, 'gu')],
];
const PLACEHOLDER =
  /^(?:user|username|public|shared|app|login|invalid|default|your\w*|my\w*|note|info|warning|error|example\w*|https?|todo)$/i;

/** Finds login names in the places in which programs and chats write them. */
export function loginsIn(text: string): Span[] {
  return PATTERNS.flatMap(([hint, pattern]) =>
    !text.includes(hint)
      ? []
      : [...matchesOf(pattern, text)].flatMap(({ 0: written, index, groups }): Span[] => {
          const login = groups?.login ?? '';
          const start = index + written.indexOf(login);
          return isSystemLogin(login) || PLACEHOLDER.test(login)
            ? []
            : [{ start, end: start + login.length, type: 'Usernames' }];
        }),
  );
}
