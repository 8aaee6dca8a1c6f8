import fc, { type Arbitrary } from 'fast-check';

const codePoint = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10_ffff }))
  .map((point) => String.fromCodePoint(point));

/**
 * Texts of any characters, and of those that programs trip over. What `fc.string({ unit: 'binary' })` makes, which first
 * takes a second to make a table of all characters.
 */
export const anyText = ({ maxLength }: { maxLength?: number } = {}): Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength }),
    fc.array(codePoint, { maxLength }).map((characters) => characters.join('')),
  );
