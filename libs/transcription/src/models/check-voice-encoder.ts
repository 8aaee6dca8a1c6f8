import { readFile } from 'node:fs/promises';
import { AppError } from '@app/common';
import { SAMPLE_RATE } from '../audio/audio-source';

/** The training frameworks for which sherpa-onnx computes the input of an encoder. */
const FRAMEWORKS: readonly (string | undefined)[] = ['3d-speaker', 'wespeaker', 'nemo'];
/** The most values of a voice: the voices of half a day of speech then need 177 MB. */
const MOST_VALUES = 512;

/**
 * Checks the properties that sherpa-onnx writes into an encoder of voices: its process ends without a message if one is missing.
 *
 * @throws AppError `bad_request` that names the property
 */
export async function checkVoiceEncoder(path: string): Promise<void> {
  const properties = propertiesOf(await readFile(path));
  const refuse = (problem: string): never => {
    throw new AppError('bad_request', `The voice encoder is not usable: ${problem}`);
  };
  const dimension = Number(properties.get('output_dim'));
  if (!FRAMEWORKS.includes(properties.get('framework')))
    refuse(`its property framework must be one of ${FRAMEWORKS.join(', ')}, as in exports of sherpa-onnx`);
  if (Number(properties.get('sample_rate')) !== SAMPLE_RATE)
    refuse(`its property sample_rate must be ${SAMPLE_RATE}`);
  if (!Number.isInteger(dimension) || dimension < 1 || dimension > MOST_VALUES)
    refuse(`its property output_dim must be a whole number from 1 to ${MOST_VALUES}`);
}

/** `metadata_props` of an ONNX file: a field of its outermost protobuf message. */
const METADATA_FIELD = 14;

function propertiesOf(file: Buffer): Map<string, string> {
  const entries = [...fieldsOf(file)].filter(({ field }) => field === METADATA_FIELD);
  return new Map(
    entries.map(({ value }) => {
      const [key, text] = [...fieldsOf(value)].map((part) => part.value.toString());
      return [key ?? '', text ?? ''];
    }),
  );
}

/** Yields the fields with bytes of a protobuf message. Ends where the bytes are none. */
function* fieldsOf(message: Buffer): Generator<{ field: number; value: Buffer }> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; at < message.length; scale *= 128) {
      const byte = message[at++]!;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    return NaN;
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag % 8;
    const length = wire === 2 ? varint() : 0;
    if (wire === 0) varint();
    else if (wire !== 2 || !(length <= message.length - at)) return;
    else yield { field: Math.floor(tag / 8), value: message.subarray(at, at + length) };
    at += length;
  }
}
