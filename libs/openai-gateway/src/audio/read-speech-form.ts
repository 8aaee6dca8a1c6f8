import type { JsonObject, JsonValue } from '../json';
import { refuse } from '../reading/bounds';
import { dropped, OTHERS, passed, type Fields } from '../reading/field-rules';
import { readBody } from '../reading/read-body';

export const TRANSCRIPT_FORMATS = ['json', 'text', 'verbose_json', 'diarized_json', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

const GRANULARITIES: ReadonlySet<JsonValue> = new Set(['segment', 'word']);

/** What happens to each field of a form of `POST audio/transcriptions` (contract: The OpenAI gateway). */
export const SPEECH_FIELDS: Fields = {
  file: {
    fate: 'passed',
    about:
      'sent to the speech engine or server of the deployment; the kinds in `X-Anonymize` are hidden in the transcript',
  },
  model: dropped('the deployment has one speech model'),
  language: passed(
    (value, at) => (typeof value === 'string' ? value : refuse(at, 'must be a language code')),
    'an ISO 639 code that the engine knows, else refused; absent: `TRANSCRIPTION_LANGUAGE`',
  ),
  response_format: passed(
    (value, at) => asFormat(value) ?? refuse(at, `must be one of ${TRANSCRIPT_FORMATS.join(', ')}`),
    'checked, and not sent',
  ),
  timestamp_granularities: passed(
    (value, at) =>
      [value].flat().every((one) => GRANULARITIES.has(one)) ? value : refuse(at, 'must be segment or word'),
    'checked, and not sent',
  ),
  stream: passed(
    (value, at) => (value === 'false' ? undefined : refuse(at, 'must be false: transcripts come whole')),
    'checked, and not sent',
  ),
  prompt: dropped('it may contain personal data'),
  temperature: dropped('its meaning differs between engines'),
  [OTHERS]: {
    fate: 'dropped',
    about: 'and named in `X-Dropped-Parameters`',
    read: ({ dropped: left }, field) => void left.push(field),
  },
};

export interface SpeechForm {
  /** As the caller gave it. */
  language: string;
  format: TranscriptFormat;
  /** What `verbose_json` has times of. */
  units: { segments: boolean; words: boolean };
  dropped: readonly string[];
}

/**
 * @param usual the language of a form that names none
 * @throws AppError `bad_request` that names the field
 */
export function readSpeechForm(given: JsonObject, usual?: string): SpeechForm {
  const { body, dropped: left } = readBody(given, SPEECH_FIELDS, String);
  const language = typeof body.language === 'string' ? body.language : usual;
  if (language === undefined)
    return refuse('language', 'must be given: the language that is spoken, such as en or de');
  const format = asFormat(body.response_format) ?? 'json';
  const granularities = new Set([body.timestamp_granularities ?? 'segment'].flat());
  const units = { segments: granularities.has('segment'), words: granularities.has('word') };
  if (units.words && format !== 'verbose_json')
    return refuse('timestamp_granularities', 'must be segment unless response_format is verbose_json');
  return { language, format, units, dropped: left };
}

const asFormat = (value: JsonValue | undefined): TranscriptFormat | undefined =>
  TRANSCRIPT_FORMATS.find((format) => format === value);
