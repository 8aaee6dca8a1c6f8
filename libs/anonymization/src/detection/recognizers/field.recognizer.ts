import type { FieldKind } from '../../../data/language-words';
import type { Language } from '../../language';
import type { NameLexicon } from '../../lexicon/word-lists';
import type { Span } from '../../spans/span';
import type { Field } from '../../structure/field';
import { kindOfField } from '../../structure/field-kinds';
import { readFields } from '../../structure/read-fields';
import { Recognizer } from '../ports';
import { namesInField } from './names/name-field';
import { numbersInField } from './phones/phone-field';

/** A value with an at sign and no blank, in a field that says address: `hans@intranet`; `hans...@web.de` is cut short. */
const ADDRESS = /^(?:[^\s@<>".]|\.(?![.@])){1,64}@[^\s@<>"]{1,255}$/u;

/**
 * Values that the key, column head, element or label beside them names, in JSON, YAML, XML, CSV, tables and forms:
 * `"customer": "Petersen"`, a column `phone` (contract: ModelInput text).
 */
export class FieldRecognizer extends Recognizer {
  readonly name = 'field';

  constructor(private readonly lexicon: NameLexicon) {
    super();
  }

  find(text: string, { regions }: Language): Span[] {
    return readFields(text).flatMap((field) => this.read(text, field, regions, kindOfField(field)));
  }

  private read(text: string, field: Field, regions: readonly string[], kind: FieldKind | undefined): Span[] {
    switch (kind) {
      case 'phone':
      case 'extension':
        return numbersInField(text, field, regions);
      case 'email':
        return addressIn(text, field);
      case 'firstName':
      case 'lastName':
      case 'fullName':
      case 'name':
      case 'person':
      case 'actor':
        return namesInField(text, field, kind, this.lexicon);
      default:
        return [];
    }
  }
}

function addressIn(text: string, { start, end }: Field): Span[] {
  const value = text.slice(start, Math.min(end, start + 400));
  return ADDRESS.test(value) ? [{ start, end, type: 'Emails', canonical: value.toLowerCase() }] : [];
}
