const words = (text: string): string[] => text.trim().split(/\s+/);

/** Names of elements of HTML, SVG and MathML. A page may contain others, which people or programs made up. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  words(`
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button
    canvas caption center cite code col colgroup command content data datalist dd del desc details dfn dialog dir div dl dt em
    embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image
    img input ins isindex kbd keygen label legend li link listing main map mark marquee menu menuitem meta meter nav nobr
    noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp
    script search section select shadow slot small source spacer span strike strong style sub summary sup svg table tbody td
    template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
    animate animatemotion animatetransform circle clippath defs ellipse feblend fecolormatrix fecomponenttransfer fecomposite
    feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr
    fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile
    feturbulence filter foreignobject g line lineargradient marker mask metadata mpath path pattern polygon polyline
    radialgradient rect set stop switch symbol text textpath tspan use view
    annotation annotation-xml maction math menclose merror mfenced mfrac mglyph mi malignmark mmultiscripts mn mo mover mpadded
    mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics
    o:p v:shape v:shapetype v:imagedata v:rect v:roundrect v:fill v:stroke v:textbox w:wrap`),
);

/** Names of attributes of HTML and of the usual ones of SVG, of mail programs and of office programs. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(
  words(`
    abbr accept accept-charset accesskey action align alink allow allowfullscreen alt archive async autocapitalize autocomplete
    autofocus autoplay axis background behavior bgcolor border bordercolor bottommargin cellpadding cellspacing char charoff
    charset checked cite class classid clear code codebase codetype color cols colspan compact content contenteditable controls
    coords crossorigin data datetime declare decoding default defer dir direction dirname disabled download draggable enctype
    enterkeyhint face fetchpriority for form formaction formenctype formmethod formnovalidate formtarget frame frameborder
    headers height hidden high href hreflang hspace http-equiv id imagesizes imagesrcset inert inputmode integrity is ismap
    itemid itemprop itemref itemscope itemtype kind label lang language leftmargin link list loading loop longdesc low
    marginheight marginwidth max maxlength media method min minlength multiple muted name nohref nomodule nonce noresize noshade
    novalidate nowrap object open optimum part pattern ping placeholder playsinline popover poster preload profile prompt
    property readonly referrerpolicy rel required rev reversed rightmargin role rows rowspan rules sandbox scheme scope
    scrollamount scrolling selected shadowrootmode shape size sizes slot span spellcheck src srcdoc srclang srcset standby start
    step style summary tabindex target text title topmargin translate type typeof unselectable usemap valign value valuetype
    version vlink vspace width wrap
    about accentunder clip-path clip-rule cx cy d definitionurl display displaystyle dx dy fill fill-opacity fill-rule filter
    focusable font-family font-size font-style font-weight fx fy gradienttransform gradientunits marker-end marker-mid
    marker-start mask offset opacity overflow points preserveaspectratio prefix r refx refy resource rotate rx ry stop-color
    stop-opacity stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tabledata
    text-anchor textlength transform vector-effect viewbox vocab x x1 x2 xlink:href xlink:title xml:lang xml:space xmlns
    xmlns:m xmlns:o xmlns:v xmlns:w xmlns:xlink y y1 y2
    onabort onblur onchange onclick ondblclick onerror onfocus oninput onkeydown onkeypress onkeyup onload onmousedown
    onmousemove onmouseout onmouseover onmouseup onreset onresize onscroll onselect onsubmit onunload
    aria-busy aria-checked aria-controls aria-current aria-describedby aria-disabled aria-expanded aria-haspopup aria-hidden
    aria-invalid aria-label aria-labelledby aria-level aria-live aria-modal aria-multiselectable aria-orientation aria-pressed
    aria-readonly aria-required aria-selected aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext`),
);

/** Attributes of HTML that people read, and that no program opens as an address. */
export const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(
  words('abbr alt aria-description aria-label label placeholder summary title'),
);
