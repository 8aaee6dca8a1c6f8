import type { Stage } from '../stage';
import { expectStatus } from './chats';

const LIST = '/admin/v1/evaluations';

/** Measures texts with a value of each kind, and deletes one evaluation of two. */
export async function playEvaluations(stage: Stage): Promise<void> {
  const { plants, system } = stage;
  const admin = await system.user({ role: 'admin', organizationId: stage.user.organizationId });
  const done = async <T>(method: string, path: string, body?: object, status = 200): Promise<T> =>
    (await expectStatus(status, stage.call(path, { method, user: admin, ...(body && { body }) }))) as T;
  const sentence = (field: string) => plants.sentence(`evaluation: ${field}`, 'secret');
  const secret = (field: string) => plants.surname(`evaluation: ${field}`, 'secret');
  const create = async (name: string): Promise<string> => {
    const made = await done<{ data: { evaluation_id: string } }>('POST', LIST, { name });
    return `${LIST}/${made.data.evaluation_id}`;
  };
  const one = await create(secret('name'));
  const marked = sentence('text');
  const texts = [{ text: marked }, { text: sentence('deleted text') }];
  const added = await done<{ data: { text_id: string }[] }>('POST', `${one}/texts`, { texts });
  const [text, other] = added.data.map(({ text_id }) => `${one}/texts/${text_id}`);
  const start = marked.indexOf('Peter');
  const mark = (end: number) => ({
    spans: [{ start, end, kind: 'Names' }],
    state: 'done',
    version: 1,
  });
  await done('PUT', text!, mark(start + 'Peter'.length));
  const policy = { terms: [{ phrase: secret('phrase of a draft') }] };
  await done('POST', `${one}/measure`, { policy });
  for (const path of [LIST, one, `${one}/texts`, text!, `${one}/report?lang=de`]) await done('GET', path);
  await done('DELETE', other!);
  await done('DELETE', await create(secret('name of a deleted one')));

  await done('POST', LIST, { name: secret('refused name').repeat(20) }, 400);
  await done('POST', `${one}/texts`, { texts: [{ text: sentence('refused'), lang: secret('lang') }] }, 400);
  await done('PUT', text!, mark(marked.length + 1), 400);
  await done('PUT', text!, mark(start + 1), 409);
  const faulty = { terms: [{ phrase: secret('refused phrase').repeat(40) }] };
  await done('POST', `${one}/measure`, { policy: faulty }, 400);
  await done('GET', `${one}/report?lang=${secret('lang of a report')}`, undefined, 400);
  await done('GET', `${LIST}/${secret('id')}`, undefined, 404);
  await done('GET', `${one}/texts/${secret('id of a text')}`, undefined, 404);
}
