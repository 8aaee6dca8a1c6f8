/** Domains that RFC 2606 keeps for examples. */
export const RESERVED_DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

/** First labels of further ones, below the reserved `.example`. */
export const RESERVED_LABELS: readonly string[] = (
  'alderbrook birkengrund cedarfield dornhain eastmere fichtental glenhollow heidewinkel ivybridge jadehill ' +
  'kiefernweg lindenhain maplecroft nordwiese oakhurst pinegate quellgrund rosenfurt silverfen tannhof ' +
  'ulmenrain vineyard-row weidenbach yewdale zirbental'
).split(' ');
