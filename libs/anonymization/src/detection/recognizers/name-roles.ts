/** Offices and professions that also end longer words: "Ministerpräsident", "Staatssekretärin", "Datenschutzbeauftragter". */
const ROLE_ENDING =
  /(?:präsident|minister|kommissar|kanzler|vorsitzende|abgeordnete|direktor|anwält|anwalt|sekretär|botschafter|bürgermeister|berichterstatter|referent|beauftragte|kolleg|professor|sprecher|senator|kardinal|inspektor|intendant|dekan|vorstand|vorständ|geschäftsführer|president|commissioner|chair(?:man|woman|person)?|speaker|secretary|ambassador|governor|chancellor|director|manager|officer)(?:e[nrs]?|r|i[nm](?:nen)?|s|n|innen)?$/iu;

/** The same as words of their own: shorter ones end names ("Thomas", "Hawking", "Hauser"), or are names without -in. */
const ROLE =
  /^(?:richterin|meisterin|doktor|doctor|general|leiter|pfarrerin|königin|kaiserin|fürstin|herzogin|lehrer|rektor|notar|kapitän|oberst|hauptmann|leutnant|wachtmeister|ober|chef|verkäufer|käufer|mieter|vermieter|kläger|beklagte|zeug|patient|kund|nachbar|freund|damen|herren|schwester|bruder|mutter|vater|oma|opa|tante|onkel|father|mother|brother|sister|uncle|aunt|colleague|customer|member|friend|reader|editor|applicant|client|partner|user|student|parent|teacher|neighbou?r|subscriber|supporter|team|justice|honou?r|sheikh?|scheich|graf|gräfin|majesty|lordship)(?:e[nrs]?|r|i[nm](?:nen)?|s|es|n|innen)?$/iu;

const NO_NAME = new Set(
  'all alle alles allerseits anonymous any anyone attn ceo cfo cto colleagues community concern customers dears diary dudes each emeritus ensuring ex everybody everyone familie family folks forum friends gang gents gentlemen god guys hall hello herr frau hi hiring house hr hrm human investors it jungs kids ladies leser leute liebe lieber liebes lord love madam mädels mitarbeiter mom mum dad moin mr mrs ms owner people recipient recruiter recruiting resources santa sales sehr service sir sirs soul students support sweetheart darling honey teilnehmer there together valued whom wohl world you your zusammen schatz hase maus mama papa mami papi fans gott welt tag morgen abend nacht ihr euch dir ihnen mich mir tagebuch'.split(
    ' ',
  ),
);

/** What "Dr." names besides people. */
const BRANDS = new Set(
  'oetker pepper martens best beckmann dre evil jekyll no oetkers seltsam strange who'.split(' '),
);

/** "Leserinnen", "Bürger*innen": women of one kind, several of them. */
const FEMININE_PLURAL = /\p{Ll}[*:_]?innen$/iu;

/** "Herr Präsident", "Dear Customer": the word addresses someone and names nobody. */
export function isRole(word: string): boolean {
  return (
    NO_NAME.has(word.toLowerCase()) || ROLE.test(word) || ROLE_ENDING.test(word) || FEMININE_PLURAL.test(word)
  );
}

/** "Dr. Oetker", "Dr. Pepper". */
export function isBrand(word: string): boolean {
  return BRANDS.has(word.toLowerCase());
}
