import type { WordLanguage } from './field-words';

/** How numbers below a hundred are said: parted by blanks, in order; other spellings of a number by `/`. */
interface NumberWords {
  /** 0 to 9 */
  units: string;
  /** 10 to 19 */
  teens: string;
  /** 20, 30 ... 90 */
  tens: string;
  /** 21 to 99 in one word, by unit and ten; absent where they are two words */
  joined?: readonly string[];
  double: string;
}

export const NUMBER_WORDS: Readonly<Record<WordLanguage, NumberWords>> = {
  de: {
    units: 'null eins/ein zwei/zwo drei vier fünf/fuenf sechs sieben acht neun',
    teens: 'zehn elf zwölf/zwoelf dreizehn vierzehn fünfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig/dreissig vierzig fünfzig/fuenfzig sechzig siebzig achtzig neunzig',
    joined: ['{u}und{t}'],
    double: 'doppel doppelt zweimal',
  },
  en: {
    units: 'zero/oh/o/nought/naught one two three four five six seven eight nine/niner',
    teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty/fourty fifty sixty seventy eighty ninety',
    joined: ['{t}-{u}'],
    double: 'double',
  },
  fr: {
    units: 'zéro/zero un/une deux trois quatre cinq six sept huit neuf',
    teens: 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante soixante-dix/septante quatre-vingts/quatre-vingt/octante/huitante quatre-vingt-dix/nonante',
    joined: ['{t}-{u}', '{t}-et-{u}'],
    double: 'double',
  },
  es: {
    units: 'cero uno/un dos tres cuatro cinco seis siete ocho nueve',
    teens: 'diez once doce trece catorce quince dieciséis/dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    joined: ['veinti{u}'],
    double: 'doble',
  },
  it: {
    units: 'zero uno due tre quattro cinque sei sette otto nove',
    teens: 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    joined: ['{t}{u}'],
    double: 'doppio',
  },
  nl: {
    units: 'nul een/één twee drie vier vijf zes zeven acht negen',
    teens: 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    joined: ['{u}en{t}', '{u}ën{t}'],
    double: 'dubbel',
  },
  pl: {
    units: 'zero jeden/jedna/jedynka dwa/dwie/dwójka trzy/trójka cztery/czwórka pięć/piątka sześć/szóstka siedem/siódemka osiem/ósemka dziewięć/dziewiątka',
    teens:
      'dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    double: 'podwójne podwójna',
  },
  pt: {
    units: 'zero um/uma dois/duas três/tres quatro cinco seis/meia sete oito nove',
    teens: 'dez onze doze treze catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito dezanove/dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    double: 'duplo',
  },
};

export const TRIPLE = 'triple dreimal dreifach tripel triplo triplé';
/** Between a ten and its unit: "treinta y cinco", "vinte e três". */
export const AND = 'y e et und and en';
