import { join } from 'node:path';
import {
  anonymize,
  createDetector,
  ENTITY_TYPES,
  EntityTable,
  type EntityType,
  parseLanguage,
  type Span,
} from '@app/anonymization';
import { OnnxEngine } from '../../../libs/anonymization/src/detection/entity-model/onnx-engine';
import { OnnxEntityModel } from '../../../libs/anonymization/src/detection/entity-model/onnx-entity-model';
import { NameLexicon } from '../../../libs/anonymization/src/lexicon/word-lists';
import type { Labelled } from '../score';
import type { System } from './system';

const BENCH_LABELS: Readonly<Partial<Record<EntityType, Labelled['label']>>> = {
  Names: 'PERSON',
  Emails: 'EMAIL',
  Phone: 'PHONE',
};
const MODEL = process.env.MODEL_DIRECTORY ?? join(__dirname, '../../../libs/anonymization/model');

const labelled = (spans: readonly Span[]): Labelled[] =>
  spans.flatMap(({ start, end, type }) => {
    const label = BENCH_LABELS[type];
    return label ? [{ start, end, label }] : [];
  });

/** Returns the whole detector. `modelDirectory: null` uses only context and lists. */
async function detector(name: string, modelDirectory: string | null): Promise<System> {
  const detector = await createDetector({ modelDirectory });
  return {
    name,
    find: async (texts, lang) => (await detector.detect(texts, parseLanguage(lang))).map(labelled),
    close: () => detector.close(),
  };
}

/** Returns everything that is hidden before a text is sent: the detector's findings and further occurrences of their values. */
async function hidden(): Promise<System> {
  const detector = await createDetector({ modelDirectory: MODEL });
  return {
    name: 'privacy-chat, as sent',
    find: async (texts, lang) => {
      const language = parseLanguage(lang);
      const found = await detector.detect(texts, language);
      const all: Labelled[][] = [];
      for (const [i, text] of texts.entries()) {
        const input = { text, spans: found[i] ?? [], choices: ENTITY_TYPES, language };
        const [hidden] = await anonymize(EntityTable.create('placeholders'), [input]);
        all.push(labelled(hidden!.detected));
      }
      return all;
    },
    close: () => detector.close(),
  };
}

/** Returns the bare network with the word lists as input. */
export async function modelAlone(): Promise<System> {
  const model = new OnnxEntityModel(await OnnxEngine.load(MODEL, NameLexicon.load()));
  return {
    name: 'entity model alone',
    find: async (texts) =>
      (await model.find(texts)).map((spans) =>
        spans
          .filter(({ type }) => type === 'Names')
          .map(({ start, end }) => ({ start, end, label: 'PERSON' })),
      ),
    close: async () => {},
  };
}

/** The shipped detector first, then its parts. */
export const loadOurs = (): Promise<System[]> =>
  Promise.all([
    detector('privacy-chat', MODEL),
    hidden(),
    modelAlone(),
    detector('context and lists alone', null),
  ]);
