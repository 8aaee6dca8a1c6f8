import type { RecentText } from './construct';

const ATTRIBUTE = /[\s"']([a-z_][\w.-]*)\s{0,16}=\s{0,16}$/i;
/** What is shown or read aloud, of any element */
const SHOWN =
  /^(?:alt|title|label|placeholder|summary|abbr|aria-(?:label|description|roledescription|placeholder|valuetext))$/i;
/** What is loaded, followed, sent or run on some element, or on one of some application by what it is called */
const FOLLOWED =
  /^(?:on.*|xmlns|style|action|formaction|data|poster|background|ping|cite|content|codebase|manifest|.*(?:src|href|ur[il]|link|image|img|icon|html|file|path).*)$/i;
const KNOWN_REFERENCE = /&(?:amp|lt|gt|quot|apos|nbsp);$/;

/**
 * Whether the value that follows on `before` (up to `name=`) is neither loaded nor sent.
 *
 * @param isUnknown no element that HTML knows is open there
 */
export function isShownAttribute(before: string, isUnknown: boolean): boolean {
  const [, name] = ATTRIBUTE.exec(before) ?? [];
  return name !== undefined && (SHOWN.test(name) || (isUnknown && !FOLLOWED.test(name)));
}

/** Whether such a value may hold an address with what comes now: a scheme, two slashes, `url(`, or an escape. */
export function mayBeginAddress(character: string, text: RecentText): boolean {
  switch (character) {
    case ':':
    case '/':
    case '\\':
      return text.addressLength !== undefined;
    case '(':
      return /[a-z]\($/i.test(text.recent);
    case '#':
      return text.previous === '&';
    case ';':
      return /&[a-z]\w{0,40};$/i.test(text.recent) && !KNOWN_REFERENCE.test(text.recent);
    default:
      return false;
  }
}
