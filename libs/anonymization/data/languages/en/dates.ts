import type { DateWords } from '../../language-words';

export const ENGLISH_DATES: DateWords = {
  months:
    'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct november/nov december/dec',
  monthsThatAreWords: 'may march mar',
  dayEndings: 'st nd rd th',
  between: 'of the day',
  joining: 'and to or',
  announcing:
    'on due dated monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun',
  birth:
    'born;d\\.?o\\.?b\\.?;birth ?(?:date|day|year);date of (?:birth|death);year of birth;(?<!\\.)b\\.;died;death date;deceased;passed away;d\\.o\\.d\\.?',
  birthBehind: 'birth(?:day|date)?;born',
};
