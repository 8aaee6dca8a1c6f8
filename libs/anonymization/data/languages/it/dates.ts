import type { DateWords } from '../../language-words';

export const ITALIAN_DATES: DateWords = {
  months:
    'gennaio/gen/genn febbraio/feb/febbr marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/sett/set ottobre/ott novembre/nov dicembre/dic',
  monthsThatAreWords: 'mar mag set gen ago lug giu',
  between: 'di del',
  joining: 'e al o',
  announcing:
    'il dal al entro del lunedì martedì mercoledì giovedì venerdì sabato domenica lun gio ven sab dom',
  birth:
    'nat[oaie];n\\.(?: il)?;nascita;data di nascita;classe;decedut[oa];mort[oa] il;data di (?:decesso|morte);scompars[oa] il',
};
