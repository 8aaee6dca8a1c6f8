/**
 * Syllables of invented names: a beginning, a middle and an ending. Endings of towns are in the file of each language. No
 * combination is a name of a person or a place, a common word, or ends like a genitive.
 */
export const SYLLABLES = {
  beginnings: [
    'Vel', 'Zor', 'Quel', 'Torv', 'Narv', 'Lumv', 'Zalv', 'Drov', 'Felv', 'Gralv', 'Helv', 'Jorv', 'Kelv',
    'Morv', 'Olv', 'Pelv', 'Quor', 'Relv', 'Solv', 'Tulv', 'Ulv', 'Vorn', 'Welv', 'Xer', 'Yolv', 'Zelv',
  ],
  organizations: {
    middles: ['ado', 'ari', 'eko', 'emi', 'ilu', 'imo', 'ola', 'ome', 'ona', 'oru', 'ude', 'uli', 'uma', 'una'],
    endings: ['dan', 'dor', 'gan', 'lin', 'mar', 'ra', 'ria', 'ron', 'tal', 'tia', 'vim', 'von'],
  },
  towns: { middles: ['al', 'am', 'an', 'ar', 'el', 'en', 'er', 'il', 'in', 'on', 'or', 'ul', 'un', 'ur'] },
} as const;
