import { KINDS, type Kind } from './kinds';

/**
 * The generations in which detection found more values of known kinds: a new recognizer, another entity model. A further
 * change appends the next number.
 */
export const CHANGES_OF_DETECTION: readonly number[] = [3, 4, 5, 6, 7, 8, 9, 10];

/** Returns the highest generation of kinds and of changes. */
export const generationOf = (
  kinds: Readonly<Record<string, Pick<Kind, 'generation'>>>,
  changes: readonly number[],
): number => Math.max(...Object.values(kinds).map(({ generation }) => generation), ...changes);

/**
 * Increases whenever detection finds more than before. Texts that an earlier generation searched are searched again before
 * they are sent again. The first generation knew names, addresses and numbers.
 */
export const DETECTION_GENERATION = generationOf(KINDS, CHANGES_OF_DETECTION);
