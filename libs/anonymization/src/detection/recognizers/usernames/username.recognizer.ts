import { matchesOf } from '@app/common';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
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

/** Handles (`@hidde.v`), and login names in commands and logs. Announced ones are in `ANNOUNCED_CODES`. */
export class UsernameRecognizer extends Recognizer {
  readonly name = 'username';
  readonly finds = ['Usernames'] as const;

  find({ text }: SearchedText): Span[] {
    return [...handlesIn(text), ...loginsIn(text)];
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
