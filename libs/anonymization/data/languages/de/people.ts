import type { LetterWords, OrganizationWords, ParticleWords, PeopleWords, TitleWords } from '../../language-words';

export const GERMAN_TITLES: TitleWords = {
  address: { man: 'Herr Herrn Hr. Hrn.', woman: 'Frau Fräulein Fr.' },
  degrees: 'Dr Prof',
  otherDegrees: 'Professor Professorin Doktor Mag Dipl',
  degreeFields: 'Ing med vet dent jur phil rer nat pol oec habil h c mult',
  degreeEndings: 'Ing Kfm Kffr Phys Inf Psych Doz Prof Dr',
  ranks: 'PD Priv Doz Univ RA RAin StB MdB Graf Gräfin Freiherr Baron Baronin',
  offices:
    'Professor Professorin Rechtsanwalt Rechtsanwältin Kommissar Kommissarin Senator Präsident Präsidentin Bundeskanzler Bundeskanzlerin Kanzlerin',
  household: 'Familie',
};

export const GERMAN_PARTICLES: ParticleWords = {
  clear: 'von vom',
  everyday: 'zu zum zur der den',
  within: 'dem und auf',
  leading: 'von vom zu',
};

export const GERMAN_PEOPLE: PeopleWords = {
  familyNames: `
    Albrecht Arnold Bauer Baumann Beck Becker Berger Bergmann Böhm Brandt Braun Busch Dietrich Engel Ernst
    Fischer Franke Friedrich Fuchs Graf Groß Günther Haas Hahn Hartmann Heinrich Herrmann Hoffmann Hofmann Horn
    Huber Jäger Jung Kaiser Keller Klein Koch Kraus Krause Kuhn Kühn Lang Lange Lehmann Lorenz Maier Martin
    Mayer Meier Meyer Müller Neumann Otto Peters Pohl Richter Roth Sauer Schäfer Schmid Schmidt Schmitt Schmitz
    Schneider Scholz Schreiber Schulte Schulz Schulze Schuster Schwarz Simon Sommer Stein Thomas Vogel Vogt
    Wagner Walter Weber Weiß Werner Winkler Winter Wolf Wolff Ziegler Zimmermann
  `,
  namesThatAreWords:
    'bauer berg bischof blum braun bruch brueck busch dick ernst engel fink frey fromm frank graf ' +
    'hahn hase hecht heide herzog hirsch hoch holz horn jaeger jung kaiser kalt kampf kern klar klein ' +
    'klug koch koenig kohl kraft krieg kranz krone kurz lamm lang lange licht loewe mai markt mann ' +
    'muenster neu nuss ort otto pfarrer pfeffer rabe reich richter ring rose roth sauer scharf ' +
    'schnell schoen schwarz sommer sorge spiegel stahl stark stein stern stolz storch stumpf tag ' +
    'teufel topf vogel voll wald walter weiss weise welt wild wind winkler winter wolf zimmer zucker',
  roleEndings:
    'präsident minister kommissar kanzler vorsitzende abgeordnete direktor anwält anwalt sekretär ' +
    'botschafter bürgermeister berichterstatter referent beauftragte kolleg professor sprecher ' +
    'senator kardinal inspektor intendant dekan vorstand vorständ geschäftsführer',
  roles:
    'richterin meisterin doktor general leiter pfarrerin königin kaiserin fürstin herzogin lehrer ' +
    'rektor notar kapitän oberst hauptmann leutnant wachtmeister ober chef verkäufer käufer mieter ' +
    'vermieter kläger beklagte zeug patient kund nachbar freund damen herren schwester bruder mutter ' +
    'vater oma opa tante onkel scheich graf gräfin',
  compoundRoles:
    'anwalt anwältin arbeiter arzt ärztin assistent beamter beamtin berater bruder chef direktor ' +
    'freund führer geber gehilfe gehilfin inhaber kollege kollegin kommissar koordinator kunde kundin ' +
    'lehrer leiter meister mieter minister mutter nachbar nehmer partner patient pfleger präsident ' +
    'referent richter sekretär sohn schwester tante tochter trainer vater vertreter verwalter ' +
    'vorstand zeuge zeugin',
  nounEndings:
    'ung ungen heit keit schaft tion tionen tät tag zeit vertrag termin brief akte nummer adresse ' +
    'bericht',
  addressed:
    'alle alles allerseits jungs leser leute liebe lieber liebes mädels mitarbeiter sehr teilnehmer ' +
    'wohl zusammen schatz hase maus mama papa mami papi gott welt tag morgen abend nacht ihr euch dir ' +
    'ihnen mich mir tagebuch moin',
  brands: 'oetker oetkers best beckmann martens seltsam',
  mailboxes:
    'kontakt büro buero vertrieb bewerbung presse verwaltung sekretariat buchhaltung rechnung ' +
    'rechnungen datenschutz',
};

export const GERMAN_ORGANIZATIONS: OrganizationWords = {
  legalForms: 'GmbH AG SE KG OHG UG GbR e\\.?V\\.?',
  institutions: 'Gruppe Verlag Stadt Klinik Universität Institut Stiftung Versicherung Schule',
  behindNames:
    'Hochschule Gymnasium Preis Medaille Straße Strasse Platz Allee Weg Ring Ufer Brücke Krankenhaus ' +
    'Haus Stadion Halle Orchester',
};

export const GERMAN_LETTERS: LetterWords = {
  greetings:
    '[Hh]all?o;[Hh]allöchen;[Ll]iebe[rs]?;[Ss]ervus;[Mm]oin(?: [Mm]oin)?;' +
    '[Gg]r(?:ü|ue)(?:ß|ss) (?:[Gg]ott|[Dd]ich);[Gg]r(?:ü|ue)ezi;' +
    '[Gg]uten (?:[Tt]ag|[Mm]orgen|[Aa]bend);(?:[Ss]ehr )?[Gg]eehrte[rs]?;[Ww]erte[rs]?;' +
    '[Ss]ehr [Ww]erte[rs]?',
  furtherGreetings: 'liebe[rs]?;(?:sehr )?geehrte[rs]?',
  lowerGreetings: 'hallo;liebe[rs]?;moin;servus',
  closings:
    '(?:[Mm]it )?(?:(?:ganz |vielen |den |sehr )?(?:freundlich|viele|lieb|best|herzlich|schön|sonnig|kollegial|recht|allerbest|vorzüglich|hochachtungsvoll)[a-zäöü]{0,8} )?(?:Gr(?:ü|ue)(?:ß|ss)(?:en?)?|Gru(?:ß|ss))(?: (?:aus|von|vom) [\\p{L} ]{2,30})?;' +
    'Hochachtungsvoll;MfG;mfg;MFG;LG;lg;VG;vg;BG;HG;[Bb]is (?:bald|dann|später);[Dd]anke;' +
    '[Vv]ielen Dank;[Ii]hre?;[Dd]eine?;[Ee]uer;i\\. ?[AV]\\.',
  shortClosings: 'LG;VG;MfG;mfg;lg;vg;Gruß;Gruss;(?:Viele|Liebe|Beste|Herzliche|Schöne) Gr(?:ü|ue)(?:ß|ss)e',
  signing: '[Ii]hre? ;[Dd]eine? ;i\\. ?[AV]\\. ?;gez\\. ?;ppa\\. ?',
  introductions:
    'ich hei(?:ß|ss)e;er hei(?:ß|ss)t;sie hei(?:ß|ss)t;mein (?:voller |vor|nach)?name ist;' +
    '(?:sein|ihr) name ist;mein name(?: lautet|:)',
  possibleIntroductions:
    '[Ii]ch bin(?: der| die)?;[Hh]ier (?:ist|spricht|schreibt);[Dd]as ist;[Aa]m Apparat(?: ist)?;' +
    '[Mm]eine? (?:Frau|Mann|Sohn|Tochter|Kollegin|Kollege|Chefin|Chef|Freundin|Freund|Nachbarin|Nachbar|Bruder|Schwester)',
  mailHeaders: 'von;an;absender;empfänger;kopie',
  personLabels:
    '[Vv]orname;[Nn]achname;[Vv]or- und [Nn]achname;[Ff]amilienname;[Aa]nsprechpartner(?:in)?;' +
    '[Aa]nsprechperson;[Kk]ontaktperson;[Kk]ontakt;[Ss]achbearbeiter(?:in)?;[Bb]earbeiter(?:in)?;' +
    '[Pp]atient(?:in)?;[Kk]unde;[Kk]undin;[Mm]ieter(?:in)?;[Mm]itarbeiter(?:in)?;[Tt]eilnehmer(?:in)?;' +
    '[Vv]erfasser(?:in)?;[Aa]utor(?:in)?;[Gg]ez\\.;[Uu]nterschrift;[Ii]nhaber(?:in)?;' +
    '[Gg]eschäftsführer(?:in)?;z\\. ?Hd\\.',
};
