/**
 * Names that are words, folded: alone and without a title they may well mean the word, so a known person's lone part
 * is not looked for under them.
 */
export const NAMES_THAT_ARE_WORDS: ReadonlySet<string> = new Set(
  (
    'art bill chase dean drew earl faith frank gene grace grant guy hope iris ivy jack joy june mark may max miles ' +
    'norm pat penny piper ray rich rob rose ruby sky sue violet wade ward will april august berry ' +
    'black bond brook brown bush cash church clay cook cross day ' +
    'english field fields fox french glass gold gray green hall hand hill hunt king knight ' +
    'lake lane law little long love major may moon moore north page park pope ' +
    'price prince reed rice rivers rose short silver singer snow sparks stone street strong summer ' +
    ' wall ward weeks west white winter wise wood woods young ' +
    ' bauer berg bischof blum braun bruch brueck busch dick ernst engel fink frey fromm ' +
    'frank graf hahn hase hecht heide herzog hirsch hoch holz horn jaeger jung ' +
    'kaiser kalt kampf kern klar klein klug koch koenig kohl kraft krieg kranz krone kurz lamm lang lange licht ' +
    ' loewe mai markt mann muenster neu nuss ort otto pfarrer pfeffer rabe reich richter ' +
    'ring rose roth sauer scharf schnell schoen schwarz ' +
    'sommer sorge spiegel stahl stark stein stern stolz storch stumpf tag teufel topf ' +
    'vogel voll wald walter weiss weise welt wild wind winkler winter wolf zimmer ' +
    ' zucker'
  ).split(' '),
);
