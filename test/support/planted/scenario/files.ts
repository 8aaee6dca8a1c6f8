import { pdfFile } from '@app/testing';
import type { Stage } from '../stage';
import { formOf } from '../../jobs';
import { expectStatus } from './chats';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Documents that are accepted, rejected, attached and deleted; images that succeed and fail. */
export async function playFiles(stage: Stage): Promise<{ documentId: string; imageChatId: string }> {
  const documentId = await upload(stage, 'document');
  const asked = stage.plants.sentence('chat with a document');
  await expectStatus(200, stage.ai('chat', { body: stage.prompt(asked, { doc: documentId }) }));
  const several = [await upload(stage, 'one of several documents'), await upload(stage, 'another document')];
  const askedOfAll = stage.prompt(stage.plants.sentence('chat with several documents'), { docs: several });
  await expectStatus(200, stage.ai('preview', { body: askedOfAll }));
  const { session_id: chatId } = await expectStatus(
    200,
    stage.ai<{ session_id: string }>('chat', { body: askedOfAll }),
  );
  await expectStatus(200, stage.ai(`history/${chatId}?include=restored,replacements,passages`));
  const refused = stage.plants.secret('id of a picture');
  await expectStatus(400, stage.ai('chat', { body: stage.prompt(asked, { images: [refused] }) }));
  const unused = await upload(stage, 'deleted document');
  await expectStatus(200, stage.ai(`upload/${unused}`, { method: 'DELETE' }));
  await upload(stage, 'document that no chat uses');
  await anonymize(stage, 'file that is answered at once');
  await refuse(stage);
  return { documentId, imageChatId: await makeImages(stage) };
}

async function upload(stage: Stage, field: string): Promise<string> {
  const body = Buffer.from(`${stage.plants.sentence(field)}\n`.repeat(3));
  const headers = fileName(`${stage.plants.surname(`file name of ${field}`, 'secret')}.txt`);
  return (await expectStatus(200, stage.ai<{ data: string }>('upload', { body, headers }))).data;
}

/** Anonymizes a file with planted text and a planted name. */
async function anonymize(stage: Stage, field: string): Promise<void> {
  const name = `Mr. Peter ${stage.plants.surname(`${field}: file name`, 'secret')}.txt`;
  const body = formOf({ lang: 'de', file: new File([stage.plants.sentence(field)], name) });
  await expectStatus(200, stage.ai('files/anonymize', { body }));
  const shown = formOf({ lang: 'de', file: new File([stage.plants.sentence(`${field}: preview`)], name) });
  await expectStatus(200, stage.ai('files/preview', { body: shown }));
}

const fileName = (name: string) => ({
  'file-name': encodeURIComponent(name),
  'content-type': 'application/octet-stream',
});

async function refuse(stage: Stage): Promise<void> {
  const { plants } = stage;
  const files: [string, Buffer][] = [
    [`${plants.secret('name of a refused file')}.exe`, Buffer.from(plants.content('.exe'))],
    [
      `${plants.secret('name of a damaged file')}.pdf`,
      Buffer.from(`%PDF-1.7 ${plants.content('damaged PDF')}`),
    ],
    [
      `${plants.secret('name of a damaged archive')}.docx`,
      Buffer.from(`PK\u0003\u0004${plants.content('damaged archive')}`),
    ],
    [`${plants.secret('name of another kind')}.xlsx`, await pdfFile([plants.content('a PDF as .xlsx')])],
  ];
  for (const [name, body] of files)
    await expectStatus(400, stage.ai('upload', { body, headers: fileName(name) }));
  const form = new FormData();
  form.append(plants.secret('name of a part'), plants.secret('a part that is no file'));
  await expectStatus(400, stage.ai('upload', { body: form }));
}

/** The provider answers with an image with planted text after its end, then with failures. */
async function makeImages(stage: Stage): Promise<string> {
  const { upstream } = stage.around;
  const picture = Buffer.concat([PNG, Buffer.from(stage.plants.secret('picture'))]);
  const answers: [number, number, string][] = [
    [200, 200, JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] })],
    [502, 500, stage.plants.content('image failure')],
    [502, 200, stage.plants.content('image that is none')],
  ];
  let chatId = '';
  for (const [expected, status, answer] of answers) {
    upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/images/generations')) response.writeHead(status).end(answer);
      return path.endsWith('/images/generations');
    };
    const body = { prompt: stage.plants.sentence(`image, answered ${expected}`), chat_id: chatId };
    const made = await expectStatus(
      expected,
      stage.ai<{ chat_id: string; image_url: string }>('generate-image', { body }),
    );
    chatId ||= made.chat_id;
    if (expected === 200) await expectStatus(200, stage.call(made.image_url, { user: null }));
  }
  upstream.intercept = undefined;
  await expectStatus(
    404,
    stage.ai(`images/${chatId}?expires=1&signature=${stage.plants.secret('signature')}`, { user: null }),
  );
  return chatId;
}
