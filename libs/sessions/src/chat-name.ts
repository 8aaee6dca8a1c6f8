const MAX_LENGTH = 60;

/** A chat's name is its first prompt, at most 60 characters, cut at a word (contract: Chat). */
export function chatName(prompt: string): string {
  const characters = [...prompt.trim()];
  if (characters.length <= MAX_LENGTH) return characters.join('');
  const cut = characters.slice(0, MAX_LENGTH + 1).join('');
  const wholeWords = cut.replace(/\s+\S*$/u, '');
  return wholeWords.length < cut.length ? wholeWords : characters.slice(0, MAX_LENGTH).join('');
}
