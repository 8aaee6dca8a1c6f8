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
    'Some values in this conversation are hidden behind placeholders such as [NAME_1], [EMAIL_1] or [PHONE_1]. ' +
    'Treat each placeholder as the value that it stands for, and write it exactly as given, in capitals, with its ' +
    `square brackets, underscore, number and letter. ${COMMON} Answer in the language of the user.`
  );
}
