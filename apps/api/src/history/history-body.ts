import type { History, KeptTurn } from '@app/sessions';

/** The `data` of GET history/{chat_id}; `restored` adds the extension's fields (contract 5). */
export const historyData = ({ turns, anonymizedValues, detectedValues }: History, restored: boolean) => ({
  anonymized_values: anonymizedValues,
  ...(restored && { detected_values: detectedValues }),
  prompts: turns.map((turn) => ({ ...promptEntry(turn), ...(restored && restoredFields(turn)) })),
});

const promptEntry = (turn: KeptTurn) => ({
  responseType: turn.responseType,
  originalPrompt: turn.prompt,
  anonymizedPrompt: turn.anonymizedPrompt,
  response: turn.answer,
});

const restoredFields = (turn: KeptTurn) => ({
  replacedResponse: turn.restoredAnswer,
  createdAt: turn.createdAt.toISOString(),
  model: turn.model,
  doc: turn.documentId ?? '',
});
