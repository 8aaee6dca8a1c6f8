import type { DateWords } from '../../language-words';

export const FRENCH_DATES: DateWords = {
  months:
    'janvier/janv/jan février/fevrier/févr/fév/fev mars avril/avr mai juin juillet/juil août/aout septembre/sept octobre/oct novembre/nov décembre/decembre/déc/dec',
  dayEndings: 'er ère ere',
  joining: 'et au ou',
  announcing: 'le du au dès lundi mardi mercredi jeudi vendredi samedi dimanche lun mer jeu ven sam dim',
  birth:
    'née?(?:\\(e\\))?s?;n[ée]\\(e\\);date de naissance;naissance;ddn;décédée?;mort(?:e)? le;date de décès;né·e',
};
