import { matchesOf } from '@app/common';
import type { Span } from '../../../spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import type { Announcement } from '../cues/announcements';
import { isFileName, isSystemLogin } from './not-a-login';
import { loginsIn } from './login-patterns';

/**
 * `@hidde.v`, but not inside an address, a path or a package, which continue with `/` or `.tld`, or begin inside a
 * word.
 */
const HANDLE =
  /(?<![\p{L}\p{N}_@.!#$%&*+/=?^`{|}~-])@(?<handle>[\p{L}_][\p{L}\p{N}_]{0,38}(?:[.-][\p{L}\p{N}_]{1,30}){0,4})(?![\p{L}\p{N}_@/({[<=]|:(?! \p{L})|[.-]\p{L})/gu;
/** Words that a program, a style sheet or a comment of code marks with an at sign. */
const ANNOTATIONS = new Set(
  (
    'abstract access api apply arg argument async attribute augments author autowired before after beforeeach aftereach ' +
    'beforeall afterall bean body callback category charset class classmethod component config const constant constructor ' +
    'container context controller copyright counter dataclass default defaultvalue define delete deprecated description dev ' +
    'doc echo else emits end enum event everyone example export exports extends external field file fileoverview final fires ' +
    'font font-face fontface for foreach fn function generated get global group here hidden ignore if implements import include ' +
    'inherit inheritdoc inject injectable input interface internal is jest kind keyframes layer lends license link linkcode linkplain ' +
    'listens media member memberof method mixin mixins mock module name namespace next nonnull notice nullable off on optional ' +
    'option override overload package page param parameter parameters parent patch path pattern plugin post precondition preserve private ' +
    'prop property protected provides public pure put query readonly record remark remarks request requires res return ' +
    'returns root satisfies schema scope section see service should since singleton size source spec staticmethod state static ' +
    'string subpackage summary supports suppress suppresswarnings tags tailwind template test testonly this throws title to todo ' +
    'transient ts-check ts-expect-error ts-ignore ts-nocheck tutorial type typedef typeparam types unit use uses value var variation ' +
    'variant version view virtual visible void warning while yield yields channel all team staff here company'
  ).split(' '),
);
/** The domain of an e-mail address without its local part: `@castellan.example`. */
const DOMAIN =
  /\.(?:com|org|net|edu|gov|io|dev|app|info|example|test|de|at|ch|uk|fr|es|it|nl|pl|pt|be|eu|us)$/i;
const LONGEST_LINE_START = 60;
/** The beginning of a line of code: a comment's star, or the position of a decorator. */
const DOC_COMMENT = /(?:^|\n)[ \t]*(?:\*|\/\/\/?|#|\/\*\*)[ \t]*$/;

const NAME = /[\p{L}_][\p{L}\p{N}_.+\\-]{1,62}[\p{L}\p{N}_$]/uy;
/** A sign or a digit inside that identifies a login name without other evidence. */
const TELLING = /[\p{L}][._-]?\d|[\p{L}\p{N}][._][\p{L}\p{N}]|\p{L}-\p{L}.*\d|\\/u;
const NOBODY =
  /^(?:none|null|nil|undefined|true|false|user|users|username|name|unknown|test|default|string|required|optional|password|is|and|or|not|the|n\/a|id|email|login|self|this|me|you|interface|agent|guide|manual|story|data|input|type|role|info|error|failed|denied|invalid|access|account|mailto|https?)$/i;

/** Handles (`@hidde.v`), and login names that a word, a key or a column head in one of eight languages announces. */
export class UsernameRecognizer extends Recognizer {
  readonly name = 'username';
  readonly finds = ['Usernames'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    return [
      ...handlesIn(text),
      ...loginsIn(text),
      ...searched.announced('username', 'usernameWord').flatMap((place) => loginAt(text, place)),
    ];
  }
}

function handlesIn(text: string): Span[] {
  if (!text.includes('@')) return [];
  return [...matchesOf(HANDLE, text)].flatMap(({ 0: written, index, groups }): Span[] => {
    const handle = groups?.handle ?? '';
    if (
      ANNOTATIONS.has(handle.toLowerCase().replaceAll('_', '')) ||
      DOMAIN.test(handle) ||
      isInCode(text, index, handle)
    )
      return [];
    return [{ start: index, end: index + written.length, type: 'Usernames' }];
  });
}

/**
 * Returns whether it is an annotation at the beginning of a line of code: `@Override`, ` * @see`, `@pytest.fixture`.
 */
function isInCode(text: string, index: number, handle: string): boolean {
  const before = text.slice(Math.max(0, index - LONGEST_LINE_START), index);
  if (DOC_COMMENT.test(before)) return true;
  const isFirst = /(?:^|\n)[ \t]*$/.test(before);
  const after = text.slice(index + handle.length + 1, index + handle.length + 120);
  if (!isFirst) return /["'`(,:][ \t]?$/.test(before) && /^["'`]/.test(after) && !/[._\d]/.test(handle);
  // Alone on its line, with code on the next: `@Injectable`, `@app.route`.
  const next =
    /^[ \t]*\r?\n[ \t]*(?:@|def |class |async |export |public |private |protected |static |final |function |func |fn |void |int |const |let |var )/;
  return next.test(after) || /^\p{Lu}\p{Ll}+(?:\p{Lu}\p{Ll}+)*$/u.test(handle);
}

function loginAt(text: string, { kinds, start, limit, by }: Announcement): Span[] {
  NAME.lastIndex = start;
  const written = NAME.exec(text)?.[0] ?? '';
  const end = start + written.length;
  if (written === '' || end > limit || NOBODY.test(written) || isSystemLogin(written) || isFileName(written))
    return [];
  if (by === 'field' && end < limit) return [];
  // The beginning of a call, a path, a URL or a template.
  if (/^(?:[@({[<]|:\/\/|\/[\p{L}\p{N}]|=)/u.test(text.slice(end, end + 3))) return [];
  const isNamed = kinds.includes('username');
  const isSure = by === 'field' || by === 'sign' ? isNamed || isSigned(text, start, written) : false;
  const tells = TELLING.test(written) && !/^[\d.]+$/.test(written);
  return isSure || tells ? [{ start, end, type: 'Usernames' }] : [];
}

/**
 * Returns whether it is one word in lower case after a sign: `user=hpemberley`, `user: cobiora`; not `user: User`,
 * `user = new User`.
 */
function isSigned(text: string, start: number, written: string): boolean {
  const isAlone = /^(?:[\s,;|&"'`)\]}]|$)/.test(
    text.slice(start + written.length, start + written.length + 1),
  );
  const sign = text.slice(Math.max(0, start - 1), start);
  return isAlone && /[=:]/.test(sign) && /^\p{Ll}[\p{Ll}\p{N}_.-]+$/u.test(written);
}
