/** The model of a service without a provider: it repeats the message that it is sent. */
export const DEMO_MODEL = 'demo-echo';

/**
 * Returns an answer of the demonstration without what it adds in English: its first paragraph, and the words around
 * documents.
 */
export function echoOf(answer: string, prompt: string): string {
  if (answer.endsWith(prompt)) return prompt;
  return answer.startsWith(`This is ${DEMO_MODEL}`) ? answer.slice(answer.indexOf('\n\n') + 2) : answer;
}
