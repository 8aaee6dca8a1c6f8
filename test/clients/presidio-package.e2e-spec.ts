import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CLIENTS, clientsFolder, whyNoClients } from '@app/testing';
import { useChatScene } from '../support/chat-scene';

interface Item {
  start: number;
  end: number;
  entity_type: string;
  text: string;
  operator: string;
}
interface Replaced {
  text: string;
  items: Item[];
}

const missing = whyNoClients('python-plugs');
if (missing) process.stderr.write(`Presidio's package is skipped: ${missing}\n`);

/** Returns the answers of Presidio's package to requests. */
function answersOf(requests: readonly object[]): Replaced[] {
  const python = join(clientsFolder('python-plugs'), 'bin/python');
  const script = join(CLIENTS, 'python/presidio_package.py');
  return JSON.parse(
    execFileSync(python, [script], { input: JSON.stringify(requests), encoding: 'utf8' }),
  ) as Replaced[];
}

const place = (start: number, end: number, entity_type: string, score = 0.8) => ({
  start,
  end,
  score,
  entity_type,
});
/** Texts in which the service finds nothing of its own. */
const WORDS = '😀 the words are red and blue and green today';
const KEY = '1111111111111111';

const scene = useChatScene();
const anonymize = (body: object) => scene.api.post<Replaced>('presidio/anonymize', body);

(missing ? describe.skip : describe)("Presidio's package", () => {
  it.each<[string, object, object[]]>([
    ['the default operator', {}, [place(16, 19, 'A'), place(24, 28, 'B')]],
    [
      'several operators',
      { A: { type: 'redact' }, DEFAULT: { type: 'keep' } },
      [place(16, 19, 'A'), place(24, 28, 'B')],
    ],
    [
      'masks from both ends',
      {
        A: { type: 'mask', masking_char: '*', chars_to_mask: 2, from_end: false },
        B: { type: 'mask', masking_char: '😀', chars_to_mask: 9, from_end: true },
      },
      [place(16, 19, 'A'), place(24, 28, 'B')],
    ],
    ['results inside others', {}, [place(16, 19, 'A'), place(16, 28, 'B'), place(17, 18, 'A')]],
    ['equal ranges', {}, [place(16, 19, 'A', 0.3), place(16, 19, 'B', 0.9)]],
    ['overlapping results', {}, [place(14, 20, 'A'), place(18, 28, 'B')]],
    ['results that join', {}, [place(16, 18, 'A'), place(17, 19, 'A'), place(20, 23, 'A')]],
  ])('answers as the service: %s', async (_, anonymizers, analyzer_results) => {
    const request = { text: WORDS, anonymizers, analyzer_results };
    const { status, body } = await anonymize(request);
    expect(status).toBe(200);
    expect(body).toEqual(answersOf([request])[0]);
  });

  it('decrypts what the service encrypts, and the reverse', async () => {
    const deanonymizers = { DEFAULT: { type: 'decrypt', key: KEY } };
    const request = {
      text: WORDS,
      anonymizers: { DEFAULT: { type: 'encrypt', key: KEY } },
      analyzer_results: [place(16, 19, 'A'), place(24, 28, 'B')],
    };
    const { body: ours } = await anonymize(request);
    const [theirs] = answersOf([request]);
    const back = ({ text, items }: Replaced) => ({ text, deanonymizers, anonymizer_results: items });
    expect(ours.text).not.toContain('blue');
    expect(answersOf([back(ours)])[0]!.text).toBe(WORDS);
    expect((await scene.api.post<Replaced>('presidio/deanonymize', back(theirs!))).body.text).toBe(WORDS);
  });
});
