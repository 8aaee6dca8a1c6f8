import type { CompanyWords, PlaceWords } from '../../language-words';

export const POLISH_COMPANIES: CompanyWords = {
  forms:
    '[Ss]p\\. ?z ?o\\. ?o\\.;SP\\. Z O\\.O\\.;Sp\\. ?k\\.;sp\\. ?k\\.;[Ss]p\\. ?j\\.;[Ss]\\. ?[Aa]\\.(?![\\p{L}]);SA;s\\.c\\.;i Synowie;i Spółka;i Wspólnicy',
  heads:
    'Uniwersytet(?:u|em|ecie)?;Szpital(?:u|em|a)?;Sąd(?:u|em|zie)? (?:Rejonow|Okręgow|Apelacyjn)(?:y|ego|ym)(?: w| we| dla)?;Urz[ąę]d(?:u|em|zie)? (?:Miasta|Gminy|Skarbow|Stanu Cywilnego|Miejsk)(?:y|ego|ym)?(?: w| we)?;Politechnik[aię];Bank(?:u|iem)?;Przychodni[aię];Fundacj[aię];Spółdzielni[aię];Stowarzyszeni[eau];Komend[aęy] (?:Miejsk|Powiatow|Wojewódzk)(?:a|iej|ą) Policji(?: w| we)?;Komisariat(?:u|em|cie)? Policji(?: w| we)?;Gmin[aęy];Ministerstw[oa];Kancelari[aię];Szkoł[aęy] Podstawow(?:a|ą|ej)(?: nr \\d{1,3})?;Liceum;Technikum;Hotel(?:u|em)?;Restauracj[aię];Piekarni[aię];Apte[ck][aei];Parafi[aię];Zakład(?:u|zie)?;Wydawnictw[oa];Przedszkol[eau];ZUS;NFZ;MOPS;DPS;OSP;Hospicjum;Muzeum',
  announcing:
    '[Ff]irm[aęy];[Ss]półk[aię]',
  elsewhere: 'w;we;na;i;z;dla',
  within:
    'i;w;we;z;im\\.;na;nad;pod;&',
  articles:
    'w z na do od i firma spółka przez dla',
};

export const POLISH_PLACES: PlaceWords = { leading: 'w we' };
