import type { ReplacementStyle } from '../entity-type';

const COMMON =
  'Copy them letter by letter, never abbreviate, translate, renumber, complete or explain them, and never make up new ones.';

/** What a model is told so that the replacements in its answer can be turned back. */
export function replacementInstructions(style: ReplacementStyle): string {
  if (style === 'surrogates') {
    return (
      'Write every personal name, e-mail address and phone number exactly as it is spelled in this conversation. ' +
      `${COMMON} Answer in the language of the user.`
    );
  }
  return (
    'Some names, e-mail addresses and phone numbers in this conversation are hidden behind placeholders: NAME, EMAIL ' +
    'or PHONE with an underscore and a number, in square brackets. Treat each as the value that it stands for, and ' +
    `write it exactly as given, with its capitals, brackets, underscore, number and letter. ${COMMON} Answer in the language of the user.`
  );
}
