import type { ShownTexts } from '../office/shown-texts';
import type { Vocabulary } from '../office/xml-rewriter';
import { drawingVocabulary } from './drawing-vocabulary';

/** PresentationML (ECMA-376, part 1, 19). */
export function slideVocabulary(texts: ShownTexts, part: string): Vocabulary {
  const drawing = drawingVocabulary(texts, part);
  return {
    elements: {
      ...drawing.elements,
      'p:text': { isText: true, isRun: true },
      'p:attrName': { isMarkup: true },
    },
    attributes: {
      ...drawing.attributes,
      'p:cmAuthor@name': (name) => texts.author(name),
      'p:tag@val': 'text',
      'p:strVal@val': 'text',
    },
  };
}
