/** The elements of HTML (with those that only old pages have), SVG and MathML, in small letters. */
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

/** Whether nothing that shows HTML gives an element of this name a meaning. */
export function isUnknownElement(name: string): boolean {
  const match = XML_NAME.exec(name);
  if (!match) return false;
  const [, local = name] = match;
  return !ELEMENTS.has(name.toLowerCase()) && !ELEMENTS.has(local.toLowerCase());
}
