import { AnnouncedCodeRecognizer } from '../src/detection/recognizers/announced-code.recognizer';
import type { Recognizer } from '../src/detection/ports';
import type { SearchedText } from '../src/detection/searched-text';
import type { EntityType } from '../src/kinds/entity-type';
import type { Span } from '../src/text/spans/span';

const announced = new AnnouncedCodeRecognizer();

/** Finds the announced codes of one kind, and what a recognizer of that kind finds. */
export const withAnnouncedCodes = (type: EntityType, recognizer?: Recognizer): Recognizer => ({
  name: 'with-announced-codes',
  finds: [type],
  find: (searched: SearchedText): Span[] => [
    ...(recognizer?.find(searched) ?? []),
    ...announced.find(searched).filter((span) => span.type === type),
  ],
});
