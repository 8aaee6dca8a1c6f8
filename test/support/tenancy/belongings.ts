import { eventually, type TestSystem, type TestUser } from '@app/testing';
import { ApiClient } from '../api-client';
import { aPrompt } from '../chat';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** One of everything that a user can have. */
export interface Belongings {
  chat: string;
  document: string;
  image: string;
  /** Ended, and its webhook delivered. */
  job: string;
}

/** What an image server answers, for the tests' upstream. */
export const IMAGE_ANSWER = JSON.stringify({ data: [{ b64_json: PNG }] });

/** Makes one of everything, with a document and an image in the chat. */
export async function makeBelongings(
  system: TestSystem,
  user: TestUser,
  receiverUrl: string,
): Promise<Belongings> {
  const api = new ApiClient(system, user);
  const upload = await fetch(system.ai('upload'), {
    method: 'POST',
    headers: { ...user.authorization, 'file-name': 'mine.txt', 'content-type': 'text/plain' },
    body: 'All about Mr. Hans Weber.',
  });
  const { data: document } = (await upload.json()) as { data: string };
  const asked = await api.post<{ session_id: string }>(
    'chat',
    aPrompt('Who is Hans Weber?', { doc: document }),
  );
  const chat = asked.body.session_id;
  const drawn = await api.post<{ image_url: string }>('generate-image', {
    prompt: 'A red bicycle',
    chat_id: chat,
  });
  const image = new URL(drawn.body.image_url).pathname.split('/').at(-1)!;
  const body = { text: 'Hello Hans Weber', lang: 'de', webhook_url: `${receiverUrl}/hook` };
  const job = (await api.post('job/anonymize', body)).headers.get('x-job-id')!;
  await eventually(async () => {
    const report = await api.get<{ delivery: { state: string } | null }>(`job/${job}`);
    if (report.body.delivery?.state !== 'delivered') throw new Error('Not delivered yet');
  });
  return { chat, document, image, job };
}
