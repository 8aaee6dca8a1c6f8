import { Fragment } from 'react';
import type { Kind } from './kinds';
import { Mark } from './mark';
import { partsOf, type Placed } from './parts';

export interface MarkedSpan extends Placed {
  kind: Kind;
  other?: string | undefined;
}

/** A text with its values highlighted by kind. */
export const MarkedText = ({
  text,
  spans,
  relation,
}: {
  text: string;
  spans: readonly MarkedSpan[];
  relation: string;
}) => (
  <>
    {partsOf(text, spans).map(({ text: part, span }, index) =>
      span ? (
        <Mark key={index} kind={span.kind} relation={relation} other={span.other}>
          {part}
        </Mark>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    )}
  </>
);
