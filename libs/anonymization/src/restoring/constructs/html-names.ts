import type { RecentText } from './construct';

/** The elements of HTML (including obsolete ones), SVG and MathML, in lower case. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
    'button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div ' +
    'dl dt element em embed fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe image img input ins isindex kbd keygen label layer legend li link listing main map mark ' +
    'marquee menu menuitem meta meter multicol nav nextid nobr noembed noframes nolayer noscript object ol optgroup option ' +
    'output p param picture plaintext portal pre progress q rb rbc rp rt rtc ruby s samp script search section select ' +
    'selectedcontent server shadow slot small source spacer span strike strong style sub summary sup table tbody td template ' +
    'textarea tfoot th thead time title tr track tt u ul var video wbr xml xmp ' +
    'animate animatecolor animatemotion animatetransform audio circle clippath color-profile cursor defs desc discard ' +
    'ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap ' +
    'fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode ' +
    'femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter font-face font-face-format ' +
    'font-face-name font-face-src font-face-uri foreignobject g glyph glyphref handler hatch hatchpath hkern line ' +
    'lineargradient listener marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph mpath path pattern ' +
    'polygon polyline prefetch radialgradient rect set solidcolor stop svg switch symbol tbreak text textpath tref tspan ' +
    'unknown use view vkern ' +
    'abs and annotation annotation-xml apply csymbol maction maligngroup malignmark math menclose merror mfenced mfrac mglyph ' +
    'mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup ' +
    'msline mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics share'
  ).split(' '),
);

const XML_NAME = /^[a-z_][\w.-]*(?::([a-z_][\w.-]*))?$/i;

/** Returns whether no HTML renderer gives an element with this name a meaning. */
export function isUnknownElement(name: string): boolean {
  const match = XML_NAME.exec(name);
  if (!match) return false;
  const [, local = name] = match;
  return !ELEMENTS.has(name.toLowerCase()) && !ELEMENTS.has(local.toLowerCase());
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
