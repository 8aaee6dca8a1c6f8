import type { EntityType } from './entity-type';

/** A found value: `text.slice(start, end)`, offsets in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
  type: EntityType;
  /**
   * What makes two spellings the same value: the lower-cased address, the number in E.164 (with `;ext=` as in
   * RFC 3966; the bare digits where no numbering plan knows it). Absent for names.
   */
  canonical?: string;
}
