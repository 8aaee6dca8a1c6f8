import fc, { type Arbitrary } from 'fast-check';

const codePoint = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10_ffff }))
  .map((point) => String.fromCodePoint(point));

/**
 * Generates texts of any characters, with a preference for those that often cause bugs. Like `fc.string({ unit: 'binary'
 * })`, but that takes a second to build a table of all characters first.
 */
export const anyText = ({ maxLength }: { maxLength?: number } = {}): Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength }),
    fc.array(codePoint, { maxLength }).map((characters) => characters.join('')),
  );
