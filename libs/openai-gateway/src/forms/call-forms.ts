import { readContentUsage, readResponseUsage, readUsage, type Dialect } from '@app/llm';
import { RestoringContent, writtenInContent } from '../gemini/restore-content';
import { isObject } from '../json';
import { RestoringMessage, writtenInMessage } from '../messages/restore-message';
import { UsageOfEvents } from '../messages/usage-of-events';
import { RestoringResponse, writtenInResponse } from '../responses/restore-response';
import { RestoringAnswer, writtenText } from '../restore-answer';
import type { Thoughts } from '../thoughts';
import type { CallForm } from './call-form';
import { CHAT } from './chat-form';
import { geminiForm } from './gemini-form';
import { messagesForm } from './messages-form';
import { responsesForm } from './responses-form';

/** Returns the form of one call in each dialect. @param thoughts signs and verifies what models thought */
export const CALL_FORMS: Readonly<Record<Dialect, (thoughts: Thoughts) => CallForm>> = {
  chat: () => ({
    body: CHAT,
    bounds: ({ max_completion_tokens, max_tokens, n }) => ({
      tokens: [max_completion_tokens, max_tokens],
      answers: n,
    }),
    readPart: (part) => ({ text: writtenText(part), usage: readUsage(part) }),
    restoring: (restoring, given) => new RestoringAnswer(restoring, given),
  }),
  responses: (thoughts) => ({
    body: responsesForm(thoughts),
    bounds: ({ max_output_tokens: most }) => ({ tokens: [most], answers: 1 }),
    readPart: (part) => ({ text: writtenInResponse(part), usage: readResponseUsage(part) }),
    restoring: (restoring, given) => new RestoringResponse(restoring, given, thoughts),
  }),
  messages: (thoughts) => {
    const usage = new UsageOfEvents();
    return {
      body: messagesForm(thoughts),
      bounds: ({ max_tokens: most }) => ({ tokens: [most], answers: 1 }),
      readPart: (part) => ({ text: writtenInMessage(part), usage: usage.read(part) }),
      restoring: (restoring) => new RestoringMessage(restoring, thoughts),
    };
  },
  gemini: (thoughts) => ({
    body: geminiForm(thoughts),
    bounds: ({ generationConfig: given }) => {
      const config = isObject(given) ? given : {};
      return { tokens: [config.maxOutputTokens], answers: config.candidateCount ?? 1 };
    },
    readPart: (part) => ({ text: writtenInContent(part), usage: readContentUsage(part) }),
    restoring: (restoring) => new RestoringContent(restoring, thoughts),
  }),
};
