/** The names of a blank-separated list. */
export function nameList(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
