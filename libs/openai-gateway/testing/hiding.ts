import { createSecretKey } from 'node:crypto';
import { Detector, NO_RULES, Restorer, type EntityType, type Language, type Span } from '@app/anonymization';
import { KeyRing } from '@app/crypto';
import { CaseTables } from '@app/cases';
import { HideTexts } from '@app/hiding';
import type { PromptImages } from '@app/private-model';
import type { BodyForm } from '../src/forms/body-form';
import { CHAT } from '../src/forms/chat-form';
import { HideBody, type GovernedInput, type HiddenBody } from '../src/hide-body';
import type { JsonObject } from '../src/json';
import type { Restoring } from '../src/restore-answer';
import { Thoughts } from '../src/thoughts';

const OWNER = { organizationId: 'o', userId: 'u' };
const WITHOUT_CASES = new CaseTables({} as never, {} as never, { counter: () => undefined } as never);
const WITHOUT_IMAGES = {} as unknown;
const KEY_RING = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);
/** Signs and verifies what models thought. */
export const THOUGHTS = new Thoughts(KEY_RING, 'o');
const EMAIL = /[\w.]+@[\w.-]+\.de/g;
const IBAN = /\bDE\d{2}[\d ]{16,22}\d\b/g;

/** Returns a `HideBody` with a detector that finds e-mail addresses, bank accounts and the given names, in any case. */
export const hiderOf = (names: readonly string[], promptImages = WITHOUT_IMAGES as PromptImages): HideBody =>
  new HideBody(hideTextsOf(names), KEY_RING, WITHOUT_CASES, promptImages);

/** Returns a `HideTexts` with a detector that finds e-mail addresses, German bank accounts and the given names. */
export function hideTextsOf(names: readonly string[]): HideTexts {
  const patterns = names.map((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'giu'));
  const find = (text: string): Span[] =>
    [
      ...[...text.matchAll(EMAIL)].map(([found], i, all) => ({
        start: all[i]!.index,
        end: all[i]!.index + found.length,
        type: 'Emails' as const,
        canonical: found.toLowerCase(),
      })),
      ...[...text.matchAll(IBAN)].map(({ 0: iban, index }) => ({
        start: index,
        end: index + iban.length,
        type: 'BankAccounts' as const,
        canonical: iban.replaceAll(' ', ''),
      })),
      ...patterns.flatMap((pattern) =>
        [...text.matchAll(pattern)].map((match) => ({
          start: match.index,
          end: match.index + match[0].length,
          type: 'Names' as const,
        })),
      ),
    ].sort((one, other) => one.start - other.start);
  const finder = {
    find: async (
      texts: readonly string[],
      _language: Language,
      _signal: AbortSignal,
      kinds: readonly EntityType[],
    ) => texts.map((text) => find(text).filter(({ type }) => kinds.includes(type))),
    close: async () => undefined,
  };
  return new HideTexts(new Detector(finder, { timeoutMs: 60_000 }));
}

/** Returns what is sent for a body, in the given style. */
export function hide(
  hider: HideBody,
  body: JsonObject,
  { style = 'surrogates', onDropped = () => undefined, ...governed }: Partial<GovernedInput> = {},
  form: BodyForm = CHAT,
): Promise<HiddenBody> {
  const input: GovernedInput = {
    body,
    choices: ['Names', 'Emails', 'Phone'],
    rules: NO_RULES,
    systemPrompt: '',
    style,
    onDropped,
    ...governed,
  };
  return hider.execute(OWNER, input, new AbortController().signal, form);
}

export const restoringOf = async ({ table, sent, identifiers, json }: HiddenBody): Promise<Restoring> => ({
  restorer: await Restorer.prepare(table, sent),
  json,
  identifiers,
});
