import type { Formats } from '../../texts';
import type { Texts } from '../../texts/en';
import { DEMO_MODEL, echoOf } from '../demo';
import type { Turn } from '../thread/use-turns';

/** A turn of a chat as a file shows it. */
export interface ExportedTurn {
  /** Who wrote the prompt, and when. Absent for a continuation: the user did not write its prompt. */
  asked?: { by: string; prompt: string; files: readonly string[] };
  answeredBy: string;
  /** In Markdown. */
  answer: string;
}

export interface ExportedChat {
  title: string;
  turns: readonly ExportedTurn[];
}

/**
 * Returns a chat with the user's values, or as the provider saw it: without its name and the names of its files, which may
 * contain personal data too.
 */
export const exportedChat = (
  { name, turns, isHidden }: { name: string; turns: readonly Turn[]; isHidden: boolean },
  t: Texts,
  formats: Formats,
): ExportedChat => ({
  title: isHidden ? t.chat.exported.title : name,
  turns: turns.map((turn) => ({
    ...(turn.continuesAt === undefined && {
      asked: {
        by: turn.createdAt
          ? `${t.chat.exported.you}, ${formats.dateTime(turn.createdAt)}`
          : t.chat.exported.you,
        prompt: isHidden ? turn.anonymizedPrompt : turn.originalPrompt,
        files: isHidden ? [] : (turn.docNames ?? []).filter((file) => file !== null),
      },
    }),
    answeredBy: turn.model ?? t.chat.exported.model,
    answer: answerOf(turn, isHidden) || t.chat.exported.image,
  })),
});

function answerOf(
  { responseType, response, replacedResponse = '', model, originalPrompt }: Turn,
  isHidden: boolean,
): string {
  // The link of an image expires.
  if (responseType === 'image') return '';
  if (isHidden) return response;
  return model === DEMO_MODEL ? echoOf(replacedResponse, originalPrompt) : replacedResponse;
}

export const markdownOf = ({ title, turns }: ExportedChat): string => {
  const parts = turns.flatMap(({ asked, answeredBy, answer }) => [
    ...(asked ? [`## ${asked.by}`, asked.prompt, ...asked.files.map((file) => `*${file}*`)] : []),
    `## ${answeredBy}`,
    answer,
  ]);
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
};
