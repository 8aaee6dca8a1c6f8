import { form, readDocument } from '../../contract/open-api';
import { sendPrompt } from '../../support/chat';
import { useApi } from './scene';

const scene = useApi();

describe('the title of a chat', () => {
  it('is answered as the OpenAPI document shows it, and is the name of the chat', async () => {
    const operations = await readDocument((path) => scene.api.call('GET', path));
    const described = operations.find(({ name }) => name === 'POST /ai/v1/chat/{chat_id}/title')!;
    const { session_id: chatId } = (await sendPrompt(scene.api, 'Write to a customer')).body;
    scene.upstream.answer = () => 'Letter to a customer';
    const { status, body } = await scene.api.post<object>(`chat/${chatId}/title`);
    expect([status, form(body)]).toEqual([200, form(described.shown(200))]);
    const { data } = (await scene.api.get<{ data: Record<string, string> }>('history')).body;
    expect(data[chatId]).toBe('Letter to a customer');
  });
});
