import { decodeHTMLStrict } from 'entities';
import type { Decoder } from '../decoder';

/** Character references of HTML and XML: `&uuml;`, `&#252;`, `&#xFC;`. */
export const ENTITIES: Decoder = {
  pattern: /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi,
  read: ({ 0: written }) => decodeHTMLStrict(written),
};
