import { isElement } from '../../../text/html-elements';
import type { RecentText } from './construct';

const XML_NAME = /^[a-z_][\w.-]*(?::([a-z_][\w.-]*))?$/i;

/** Returns whether no HTML renderer gives an element with this name a meaning. */
export function isUnknownElement(name: string): boolean {
  const match = XML_NAME.exec(name);
  if (!match) return false;
  const [, local = name] = match;
  return !isElement(name) && !isElement(local);
}

const ATTRIBUTE = /[\s"']([a-z_][\w.-]*)\s{0,16}=\s{0,16}$/i;
/** Attributes that are shown or read aloud, on any element */
const SHOWN =
  /^(?:alt|title|label|placeholder|summary|abbr|aria-(?:label|description|roledescription|placeholder|valuetext))$/i;
/** Attributes that are loaded, followed, sent or run on some element, or by name in some application */
const FOLLOWED =
  /^(?:on.*|xmlns|style|action|formaction|data|poster|background|ping|cite|content|codebase|manifest|.*(?:src|href|ur[il]|link|image|img|icon|html|file|path).*)$/i;
const KNOWN_REFERENCE = /&(?:amp|lt|gt|quot|apos|nbsp);$/;

/**
 * Returns whether the value after `before` (up to `name=`) is neither loaded nor sent.
 *
 * @param isUnknown whether no known HTML element is open there
 */
export function isShownAttribute(before: string, isUnknown: boolean): boolean {
  const [, name] = ATTRIBUTE.exec(before) ?? [];
  return name !== undefined && (SHOWN.test(name) || (isUnknown && !FOLLOWED.test(name)));
}

/** Returns whether such a value may contain an address from here on: a scheme, two slashes, `url(`, or an escape. */
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
