import type { DateWords } from '../../language-words';

export const GERMAN_DATES: DateWords = {
  months:
    'januar/januars/jänner/jan/jän februar/februars/feber/feb märz/maerz/mrz/mär april/apr mai juni/juno/jun juli/julei/jul august/aug september/sept/sep oktober/okt november/nov dezember/dez',
  dayEndings: 'ter ten te',
  between: 'den',
  joining: 'und bis oder',
  announcing:
    'am vom v. bis zum ab seit den dem montag dienstag mittwoch donnerstag freitag samstag sonntag mo di mi do fr sa so',
  birth:
    'geb(?:oren|urtsdatum|urtstag|urtsjahr|dat)?(?:e[rn]?)?\\.?(?:[- ]?dat(?:um)?\\.?)?;jahrgang;jg\\.;verst(?:orben|\\.)(?:e[rn]?)?;gest(?:orben|\\.)(?:e[rn]?)?;todes(?:tag|datum|jahr);sterbe(?:tag|datum|jahr);zur welt gekommen',
  birthBehind: 'geboren(?:e[rn]?)?;geburtstag;geb\\.;zur welt;verstorben(?:e[rn]?)?;gestorben(?:e[rn]?)?;verstarb;starb',
};
