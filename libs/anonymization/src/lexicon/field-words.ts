import { FIELD_KINDS, type FieldKind } from '../../data/field-kind';
import { wordsOfAll } from './languages';

const byKind = new Map(FIELD_KINDS.map((kind) => [kind, wordsOfAll(({ fields }) => fields[kind])]));

/** The words of keys, heads and labels that say this of their value, in all languages, folded; `_` joins several. */
export function fieldWords(kind: FieldKind): readonly string[] {
  return byKind.get(kind) ?? [];
}
