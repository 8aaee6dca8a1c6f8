import type { Stage } from '../stage';
import { expectStatus } from './chats';

/** A case with texts and a chat: used, restored, changed, refused, forgotten in part, and deleted; and one that stays. */
export async function playCases(stage: Stage): Promise<void> {
  const { plants } = stage;
  for (const style of ['surrogates', 'placeholders']) {
    const name = plants.surname(`case name, ${style}`, 'secret');
    const made = await stage.ai<{ data: { case_id: string } }>('cases', { body: { name, style } });
    const { case_id } = made.body.data;
    const anonymized = style === 'surrogates';
    const text = plants.sentence(`case, ${style}, text`);
    const hidden = await stage.ai<{ anonymized_prompt: string }>('anonymize', {
      body: stage.prompt(text, { anonymized, case_id }),
    });
    const chat = stage.prompt(plants.sentence(`case, ${style}, chat`), { case_id });
    await expectStatus(200, stage.ai('chat', { body: chat }));
    const sent = hidden.body.anonymized_prompt;
    for (const format of ['text', 'json'])
      await expectStatus(
        200,
        stage.ai('restore', {
          body: { text: format === 'json' ? JSON.stringify(sent) : sent, case_id, format },
        }),
      );
    await expectStatus(400, stage.ai('restore', { body: { text: plants.sentence('restore, no issuer') } }));
    for (const path of ['cases', `cases/${case_id}`, 'groups']) await expectStatus(200, stage.ai(path));
    await expectStatus(
      200,
      stage.ai(`cases/${case_id}`, {
        method: 'PATCH',
        body: { name: plants.surname(`new case name, ${style}`, 'secret') },
      }),
    );
    const [, person = ''] = /Mr\. (Peter \S+)/.exec(text) ?? [];
    for (const path of ['forget/preview', 'forget'])
      await expectStatus(200, stage.ai(`cases/${case_id}/${path}`, { body: { value: person } }));
    const unknown = plants.surname('value that the case does not have', 'secret');
    await expectStatus(400, stage.ai(`cases/${case_id}/forget`, { body: { value: unknown } }));
    if (anonymized) await expectStatus(200, stage.ai(`cases/${case_id}`, { method: 'DELETE' }));
  }
}
