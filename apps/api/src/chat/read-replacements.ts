import { REPLACEMENT_STYLES, type ReplacementStyle } from '@app/anonymization';
import { AppError } from '@app/common';

/** The header `X-Replacements`; `undefined` where it is absent. @throws AppError `bad_request` */
export function readReplacements(header: string | undefined): ReplacementStyle | undefined {
  if (header === undefined) return undefined;
  const style = REPLACEMENT_STYLES.find((style) => style === header);
  if (style) return style;
  throw new AppError('bad_request', 'The header X-Replacements must be placeholders or surrogates');
}
