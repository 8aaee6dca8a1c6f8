import type { DateWords } from '../../language-words';

export const DUTCH_DATES: DateWords = {
  months:
    'januari/jan februari/feb/febr maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sept/sep oktober/okt november/nov december/dec',
  dayEndings: 'ste de e',
  between: 'van',
  joining: 'en t/m tot',
  announcing:
    'op van tot vanaf t/m maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo',
  birth:
    'geb(?:oren|oorte(?:datum|dag|jaar))?\\.?(?: ?datum)?;overl(?:eden|\\.)?;overlijden(?:sdatum)?;gestorven',
  birthBehind: 'geboren;overleden',
};
