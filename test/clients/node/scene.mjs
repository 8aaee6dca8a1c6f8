/** Prompts and expected answers of every client, and the gateway's address. */
import { createRequire } from 'node:module';

export const NAME = 'Hans Müller';
export const EMAIL = 'hans.mueller@firma.de';
export const GREETING = `My name is ${NAME}, write to ${EMAIL}.`;
export const REMINDER = `Who am I? Mr. ${NAME}!`;
export const LOOK_UP = `Look up ${NAME}, please.`;
export const TELL = `Tell me about ${NAME} at ${EMAIL}, please.`;
export const FOUND = `{"customer": "${NAME}", "Müller": 10.10, "id": 1312345678901234567}`;
export const TOO_LONG = 'This is far too long.';
export const TOO_OFTEN = 'This is once too often.';
export const WRONG_KEY = 'This comes with a wrong key.';

export const baseURL = process.env.GATEWAY_URL;
export const anthropicURL = process.env.GATEWAY_ANTHROPIC_URL;
export const geminiURL = process.env.GATEWAY_GEMINI_URL;
export const apiKey = process.env.GATEWAY_KEY;

/** Packages that are installed outside the repository. */
export const load = createRequire(`${process.env.TEST_CLIENTS_NODE}/`);

/** Runs the loops one after the other, and reports those that failed. */
export async function runAll(loops) {
  for (const [name, loop] of Object.entries(loops)) {
    try {
      await loop();
    } catch (error) {
      process.stderr.write(`${name}: ${error.stack ?? error}\n`);
      process.exitCode = 1;
    }
  }
}
