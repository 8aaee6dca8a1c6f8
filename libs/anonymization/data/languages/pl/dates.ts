import type { DateWords } from '../../language-words';

export const POLISH_DATES: DateWords = {
  months:
    'stycznia/styczeń/styczniu/styczen/sty lutego/luty/lutym/lut marca/marzec/marcu/mar kwietnia/kwiecień/kwietniu/kwiecien/kwi maja/maj/maju czerwca/czerwiec/czerwcu/cze lipca/lipiec/lipcu/lip sierpnia/sierpień/sierpniu/sierpien/sie września/wrzesień/wrześniu/wrzesnia/wrzesien/wrz października/październik/październiku/pazdziernika/paź/paz listopada/listopad/listopadzie/lis grudnia/grudzień/grudniu/grudzien/gru',
  monthsThatAreWords: 'mar maj sie lip lis gru sty lut',
  joining: 'i do lub',
  announcing:
    'dnia dn do od poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę pon wt śr czw pt sob nd',
  birth:
    'ur\\.;urodz(?:ony|ona|eni|ił[aeo]?|enia)(?: się)?;data (?:i miejsce )?urodzenia;data ur\\.?;rocznik;zm\\.;zmarł[aey]?;data (?:zgonu|śmierci);zgon',
};
