import { SPEECH } from '../../contract/scene';
import { aTranscription } from '../../support/jobs';
import { useTwoApis } from './scene';

const scene = useTwoApis();

describe('without an image server', () => {
  it('image requests get a 503 that names the missing configuration', async () => {
    const { status, body } = await scene.api.post<{ message: string }>('generate-image', {
      prompt: 'A red bicycle',
    });
    expect([status, body.message]).toEqual([503, expect.stringContaining('IMAGE_BASE_URL')]);
  });
});

describe('without a speech engine', () => {
  it('a transcription is refused: after validation, the answer says what to configure', async () => {
    const submit = (webhook: string) => scene.api.post('job/transcribe', aTranscription(webhook, SPEECH));
    const { status, body } = await submit('https://127.0.0.1:9999/hook');
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({ message: expect.stringContaining('npm run models') as string }),
    ]);
    expect((await submit('http://127.0.0.1/hook')).status).toBe(400);
  });
});
