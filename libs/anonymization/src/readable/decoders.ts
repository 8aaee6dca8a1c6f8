import type { Decoder } from './decoder';
import { BLANKS, INVISIBLE, OTHER_LETTERS, COMPOSED } from './decoders/characters';
import { ENTITIES } from './decoders/entities';
import { ESCAPES } from './decoders/escapes';
import { BROKEN_LINES, HYPHENATED_WORDS } from './decoders/broken-lines';
import { EMPHASIS, LINKS, UNDERSCORES } from './decoders/markdown';
import { PERCENT } from './decoders/percent';
import { QUOTED_PRINTABLE, SOFT_LINE_BREAKS } from './decoders/quoted-printable';
import { TAGS } from './decoders/tags';

/** From the outermost encoding to the innermost: an entity may stand in a JSON string, a soft hyphen be an entity. */
export const DECODERS: readonly Decoder[] = [
  SOFT_LINE_BREAKS,
  QUOTED_PRINTABLE,
  ESCAPES,
  ENTITIES,
  // Encoded twice: `&amp;nbsp;`
  ENTITIES,
  PERCENT,
  OTHER_LETTERS,
  INVISIBLE,
  BLANKS,
  COMPOSED,
  TAGS,
  LINKS,
  EMPHASIS,
  UNDERSCORES,
  HYPHENATED_WORDS,
  BROKEN_LINES,
];
