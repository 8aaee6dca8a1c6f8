import type { LetterWords } from '../../language-words';

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
