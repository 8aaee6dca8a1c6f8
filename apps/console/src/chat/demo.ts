/** The model of a service without a provider. It repeats the message that it receives. */
export const DEMO_MODEL = 'demo-echo';

/**
 * Returns an answer of the demo model without its English additions: the first paragraph, and the text around
 * documents.
 */
export function echoOf(answer: string, prompt: string): string {
  if (answer.endsWith(prompt)) return prompt;
  return answer.startsWith(`This is ${DEMO_MODEL}`) ? answer.slice(answer.indexOf('\n\n') + 2) : answer;
}
