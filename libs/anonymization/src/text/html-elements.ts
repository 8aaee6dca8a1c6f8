/** Elements of HTML within a line of text, in lower case. */
export const INLINE_ELEMENTS = (
  'span b i em strong u s a font mark small big sub sup code kbd wbr ins del abbr cite q label bdi bdo ' +
  'nobr'
).split(' ');

/** Elements with a cell, a term or a choice of a list. */
export const CELL_ELEMENTS = 'td th dt dd option'.split(' ');

/** Elements that begin a line. */
export const BLOCK_ELEMENTS = (
  'br p div li ul ol dl tr table tbody thead tfoot h1 h2 h3 h4 h5 h6 section article header footer pre ' +
  'blockquote hr'
).split(' ');

/** All other elements of HTML, including obsolete ones. */
const OTHER_ELEMENTS = (
  'acronym address applet area aside audio base basefont bgsound blink body button canvas caption ' +
  'center col colgroup command content data datalist details dfn dialog dir element embed fencedframe ' +
  'fieldset figcaption figure form frame frameset head hgroup html iframe image img input isindex ' +
  'keygen layer legend link listing main map marquee menu menuitem meta meter multicol nav nextid ' +
  'noembed noframes nolayer noscript object optgroup output param picture plaintext portal progress rb ' +
  'rbc rp rt rtc ruby samp script search select selectedcontent server shadow slot source spacer strike ' +
  'style summary template textarea time title track tt var video xml xmp'
).split(' ');

/** The elements that SVG adds. */
const SVG_ELEMENTS = (
  'animate animatecolor animatemotion animatetransform audio circle clippath color-profile cursor defs ' +
  'desc discard ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix ' +
  'fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg ' +
  'fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight ' +
  'fespecularlighting fespotlight fetile feturbulence filter font-face font-face-format font-face-name ' +
  'font-face-src font-face-uri foreignobject g glyph glyphref handler hatch hatchpath hkern line ' +
  'lineargradient listener marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph mpath ' +
  'path pattern polygon polyline prefetch radialgradient rect set solidcolor stop svg switch symbol ' +
  'tbreak text textpath tref tspan unknown use view vkern'
).split(' ');

/** The elements that MathML adds. */
const MATHML_ELEMENTS = (
  'abs and annotation annotation-xml apply csymbol maction maligngroup malignmark math menclose merror ' +
  'mfenced mfrac mglyph mi mlabeledtr mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts ' +
  'mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub msubsup msup ' +
  'mtable mtd mtext mtr munder munderover none semantics share'
).split(' ');

const ELEMENTS: ReadonlySet<string> = new Set([
  ...INLINE_ELEMENTS,
  ...CELL_ELEMENTS,
  ...BLOCK_ELEMENTS,
  ...OTHER_ELEMENTS,
  ...SVG_ELEMENTS,
  ...MATHML_ELEMENTS,
]);

/** Returns whether HTML, SVG or MathML defines an element with this name, in any case. */
export const isElement = (name: string): boolean => ELEMENTS.has(name.toLowerCase());

const VOID: ReadonlySet<string> = new Set(
  'br hr img input meta link area base col embed source track wbr'.split(' '),
);

/** Returns whether an element of HTML has no content and no end tag. */
export const isVoidElement = (name: string): boolean => VOID.has(name.toLowerCase());
