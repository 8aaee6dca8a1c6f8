import type { Labelled } from '../score';

const MARKS: Readonly<Record<string, Labelled['label'] | undefined>> = {
  PERSON_NAME: 'PERSON',
  EMAIL_ADDRESS: 'EMAIL',
  PHONE_NUMBER: 'PHONE',
};
const MARK =
  /(PERSON_NAME|EMAIL_ADDRESS|PHONE_NUMBER|CREDIT_CARD_NUMBER|US_SOCIAL_SECURITY_NUMBER|IP_ADDRESS|STREET_ADDRESS|ZIPCODE|URL|USERNAME|PASSWORD|CREDENTIALS|DIGITS)/;

/**
 * Finds the spans that a tool redacted, if it only returns the redacted text: locates the text that it left unchanged in the
 * original.
 */
export function spansOfRedacted(text: string, redacted: string): Labelled[] {
  const parts = redacted.split(MARK);
  const spans: Labelled[] = [];
  let at = (parts[0] ?? '').length;
  for (let i = 1; i < parts.length; i += 2) {
    const next = parts[i + 1] ?? '';
    const isLast = i + 2 >= parts.length;
    const found = isLast ? text.length - next.length : text.indexOf(next, at);
    if (found < at) return spans;
    const label = MARKS[parts[i] ?? ''];
    // The boundary between two adjacent marks is unknown, so they count as one.
    if (label && found > at) spans.push({ start: at, end: found, label });
    at = found + next.length;
  }
  return spans;
}
