import { GEMINI_FIELDS } from '../gemini/read-contents-body';
import { isObject, type JsonObject, type JsonValue } from '../json';
import type { Thoughts } from '../thoughts';
import { refuse } from '../reading/bounds';
import { readBody } from '../reading/read-body';
import type { BodyForm } from './body-form';

/** Gemini's `generateContent`. @param thoughts verifies the signatures of what models thought before */
export const geminiForm = (thoughts: Thoughts): BodyForm => ({
  isCached: () => true,

  read(given, pseudonym, images) {
    if (!given.contents) refuse('contents', 'must be a list of contents');
    return readBody(given, GEMINI_FIELDS, pseudonym, images, thoughts);
  },

  /** The parts of the caller stay what they are, so that the provider finds them in its cache. */
  instruct(body, before, behind) {
    if (before === '' && behind === '') return body;
    const own = isObject(body.systemInstruction) ? (body.systemInstruction.parts as JsonObject[]) : [];
    return { ...body, systemInstruction: { parts: [...partOf(before), ...own, ...partOf(behind)] } };
  },

  opening({ contents }) {
    const first = (contents as JsonValue[]).find((content) => isObject(content) && content.role !== 'model');
    const parts = isObject(first) && Array.isArray(first.parts) ? first.parts : [];
    return parts.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []));
  },

  isJson: ({ generationConfig: config }) =>
    isObject(config) && config.responseMimeType === 'application/json',
});

const partOf = (text: string): JsonObject[] => (text === '' ? [] : [{ text }]);
