import type { History, KeptTurn } from '@app/sessions';

/**
 * The `data` of GET history/{chat_id}; `restored` adds the extension's fields (contract: Chat).
 *
 * @param imageUrl a fresh link to an image
 */
export const historyData = (
  { turns, anonymizedValues, detectedValues }: History,
  restored: boolean,
  imageUrl: (id: string) => string,
) => ({
  anonymized_values: anonymizedValues,
  ...(restored && { detected_values: detectedValues }),
  prompts: turns.map((turn) => {
    const url = turn.responseType === 'image' ? imageUrl(turn.id) : undefined;
    return { ...promptEntry(turn, url), ...(restored && restoredFields(turn, url)) };
  }),
});

const promptEntry = (turn: KeptTurn, url: string | undefined) => ({
  responseType: turn.responseType,
  originalPrompt: turn.prompt,
  anonymizedPrompt: turn.anonymizedPrompt,
  response: url ?? turn.answer,
});

const restoredFields = (turn: KeptTurn, url: string | undefined) => ({
  replacedResponse: url ?? turn.restoredAnswer,
  createdAt: turn.createdAt.toISOString(),
  model: turn.model,
  doc: turn.documentId ?? '',
});
