/** Returns a string with memory of its own. A slice keeps all of the string alive from which it was cut. */
export const unsliced = (text: string): string => Buffer.from(text).toString();
