const TOKEN = /^[A-Za-z0-9_.:#{}%+*-]*$/;
/** Numbers with units, colors, and the words that stand beside them in lengths and borders. */
const MEASURE =
  /^(?:[-+]?[\d.]+[a-z%*]{0,4}|#[0-9a-f]{3,8}|none|auto|solid|dotted|dashed|double|thin|medium|groove|ridge|inset|outset|hidden|transparent|normal|center|left|right|top|bottom|middle|hair|fine_dashed|double_thin|from_top|from_left)$/i;
const VOCABULARY =
  /^(?:https?:\/\/schemas\.|https?:\/\/www\.w3\.org\/|urn:schemas-microsoft-com:|https?:\/\/openoffice\.org\/|urn:oasis:|application\/|image\/|text\/xml)/;

/**
 * Returns whether a value of a known vocabulary is one of its own words or numbers, and no text: a token such as `center`,
 * lengths such as `0.5pt solid #000000`, or the address of a vocabulary. Attributes and elements that can hold a text of one
 * word are named by each format.
 */
export const isMarkup = (value: string): boolean =>
  TOKEN.test(value) ||
  VOCABULARY.test(value) ||
  value
    .trim()
    .split(/[\s,]+/)
    .every((word) => MEASURE.test(word));
