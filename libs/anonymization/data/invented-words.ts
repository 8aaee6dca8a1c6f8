/**
 * Syllables of invented names: a beginning, a middle and an ending; the endings of towns stand with each language. Chosen
 * so that none of the names is a person's or a place's, or a common word, and none ends as a genitive does.
 */
export const SYLLABLES = {
  beginnings:
    'Vel Zor Quel Torv Narv Lumv Zalv Drov Felv Gralv Helv Jorv Kelv Morv Olv Pelv Quor Relv Solv Tulv Ulv Vorn Welv Xer Yolv Zelv',
  organizations: {
    middles: 'ado ari eko emi ilu imo ola ome ona oru ude uli uma una',
    endings: 'dan dor gan lin mar ra ria ron tal tia vim von',
  },
  towns: { middles: 'al am an ar el en er il in on or ul un ur' },
} as const;
