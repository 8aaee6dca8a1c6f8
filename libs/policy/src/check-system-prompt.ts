import { Injectable } from '@nestjs/common';
import { BlockedByPolicy, ENTITY_TYPES, EntityTable, languageOf, type Mode } from '@app/anonymization';
import { invalid } from '@app/common';
import { HideTexts } from '@app/hiding';
import type { Modes, PolicyDocument } from './document/policy-document';
import { Policy } from './policy';

/** Checks a system prompt: it is sent with every call, so it must not contain what the policy hides in every call. */
@Injectable()
export class CheckSystemPrompt {
  constructor(private readonly hideTexts: HideTexts) {}

  /** @throws AppError `bad_request` that names the kinds */
  async execute(document: PolicyDocument): Promise<void> {
    const { system_prompt: text, modes, internal } = document;
    if (text === '') return;
    const language = languageOf(text);
    const [spans = []] = await this.hideTexts.find([text], { kinds: ENTITY_TYPES, language });
    const policy = await Policy.of(0, document);
    for (const given of [modes, { ...modes, ...internal.modes }]) {
      const rules = { ...policy.rulesFor(), modes: refusing(given) };
      const input = { text, spans, choices: [], language, rules, field: 'system_prompt' };
      await this.hideTexts.hide(EntityTable.create('placeholders'), [input]).catch(refuse);
    }
  }
}

/** Returns modes that block what is removed from every text. Terms are blocked too. */
function refusing(modes: Modes): Modes {
  const refused = (mode: Mode): Mode => (mode === 'remove' || mode === 'block' ? 'block' : 'asked');
  const kinds = Object.entries(modes).map(([kind, mode]) => [kind, refused(mode)] as const);
  return { ...Object.fromEntries(kinds), Terms: 'block' };
}

function refuse(error: unknown): never {
  if (!(error instanceof BlockedByPolicy)) throw error;
  throw invalid(
    'system_prompt',
    `must not contain ${error.kinds.join(', ')}: the policy hides that in every call`,
  );
}
