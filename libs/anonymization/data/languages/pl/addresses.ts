import type { AddressWords } from '../../language-words';

export const POLISH_ADDRESSES: AddressWords = {
  streetsBefore:
    'ul\\.?;ulica;ulicy;al\\.;aleja;alei;aleje;alejach;pl\\.;plac;placu;os\\.;osiedle;osiedlu;rondo;bulwar;skwer;rynek;szosa;trakt;wybrze(?:ż|z)e',
  within:
    'i;na;w;we;nad;pod;przy;z;ze;od;do;im\\.?;gen\\.?;ks\\.?;św\\.?;dr\\.?;prof\\.?;marsz\\.?;kard\\.?;bp\\.?;mjr\\.?',
  numbers:
    'nr\\.?;numer',
  boxes:
    'skr(?:ytka)?\\.? poczt(?:owa|\\.)?;skrytka pocztowa;skr\\.',
  units:
    'm\\.?;mieszk(?:anie|ania)?\\.?;lok(?:al|alu)?\\.?;bud(?:ynek)?\\.?;kl(?:atka)?\\.?;p(?:iętro|\\.);blok;pok(?:ój)?\\.?',
};
