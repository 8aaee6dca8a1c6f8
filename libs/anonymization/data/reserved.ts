/** Domains that RFC 2606 reserves for examples. */
export const RESERVED_DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

/** First labels of further domains below the reserved `.example`. */
export const RESERVED_LABELS: readonly string[] = (
  'alderbrook birkengrund cedarfield dornhain eastmere fichtental glenhollow heidewinkel ivybridge jadehill ' +
  'kiefernweg lindenhain maplecroft nordwiese oakhurst pinegate quellgrund rosenfurt silverfen tannhof ' +
  'ulmenrain vineyard-row weidenbach yewdale zirbental'
).split(' ');

/**
 * Unassigned national numbers, with `#` for any digit, by ISO 3166-1 country.
 * DE: Bundesnetzagentur, Mitteilung 148/2021 (Rufnummern für Medienproduktionen). GB: Ofcom, numbers for use in TV and
 * radio drama. US, CA: ATIS-0300115, 555-0100 to 555-0199. FR: Arcep, décision 2018-0881, numéros pour œuvres
 * audiovisuelles.
 */
export const FICTIONAL_NUMBERS: Readonly<
  Record<string, { fixed: readonly string[]; mobile: readonly string[] }>
> = {
  DE: {
    fixed: ['3023125###', '6990009###', '4066969###', '2214710###', '8999998###'],
    mobile: [
      '17139200##',
      '176040690##',
      '15228817386',
      '15228895456',
      '15254599371',
      '1729925904',
      '1729968532',
      '1729973185',
      '1729973186',
      '1729980752',
      '1749091317',
      '1749464308',
    ],
  },
  GB: {
    fixed: [
      '2079460###',
      '1632960###',
      '1134960###',
      '1144960###',
      '1154960###',
      '1164960###',
      '1174960###',
      '1184960###',
      '1214960###',
      '1314960###',
      '1414960###',
      '1514960###',
      '1614960###',
      '1914980###',
    ],
    mobile: ['7700900###'],
  },
  US: {
    fixed: [
      201, 202, 206, 212, 213, 214, 215, 216, 301, 303, 305, 312, 313, 314, 404, 405, 407, 410, 412, 414, 415,
      503, 504, 505, 512, 513, 516, 602, 603, 612, 614, 615, 617, 619, 702, 703, 704, 713, 716, 718, 801, 802,
      803, 804, 808, 816, 901, 904, 907, 916, 919, 972,
    ].map((area) => `${area}55501##`),
    mobile: [],
  },
  CA: {
    fixed: [204, 250, 306, 403, 416, 418, 506, 514, 519, 604, 613, 705, 780, 902, 905].map(
      (area) => `${area}55501##`,
    ),
    mobile: [],
  },
  FR: {
    fixed: ['19900####', '26191####', '35301####', '46571####', '53649####'],
    mobile: ['63998####'],
  },
};

/** Card numbers that networks and their processors publish for tests, by the first digits of the network. */
export const TEST_CARDS: readonly (readonly [begins: string, numbers: readonly string[]])[] = [
  ['4', ['4111111111111111', '4012888888881881', '4242424242424242', '4000056655665556', '4222222222222']],
  ['3[47]', ['378282246310005', '371449635398431', '378734493671000']],
  ['3(?:0|6|8|9)', ['30569309025904', '38520000023237', '36227206271667', '3056930009020004']],
  ['35', ['3530111333300000', '3566002020360505']],
  ['6011|64|65', ['6011111111111117', '6011000990139424', '6011981111111113']],
  ['62', ['6200000000000005', '6200000000000047', '6205500000000000004']],
  ['5|2', ['5555555555554444', '5105105105105100', '5200828282828210', '2223003122003222']],
];

/**
 * Bank codes that no bank has, as an IBAN of the country begins after its check digits; `#` for any digit. DE:
 * Bundesbank, clearing areas are 1 to 8. AT: sectors are 1 to 7. NL, GB: letters no bank identifier begins with. CH,
 * ES, FR, IT, PT: the highest code, which the registers do not list.
 */
export const UNASSIGNED_BANKS: Readonly<Record<string, string>> = {
  DE: '9',
  AT: '99',
  CH: '99999',
  ES: '9999',
  FR: '99999',
  GB: 'XXXX',
  IT: 'X99999',
  NL: 'XXXX',
  PT: '9999',
};
