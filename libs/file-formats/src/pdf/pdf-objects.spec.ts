import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { openObjects, saveObjects, stringsOf } from './pdf-objects';

const LETTER = readFileSync(join(__dirname, '../../../../test/fixtures/files/pdf/letter-english.pdf'));

describe('stringsOf', () => {
  it('returns and changes strings that are objects of their own, in dictionaries and lists', async () => {
    const document = await openObjects(LETTER);
    const { context, catalog } = document;
    const title = context.register(PDFHexString.fromText('About Anna Weber'));
    catalog.set(PDFName.of('Outlines'), context.obj({ First: { Title: title }, Names: [title] }));
    for (const { text, change } of stringsOf(document))
      if (text.includes('Anna')) change(text.replace('Anna Weber', '[NAME_1]'));
    const written = await openObjects(await saveObjects(document));
    expect(stringsOf(written).map(({ text }) => text)).toEqual(['About [NAME_1]', 'About [NAME_1]']);
    const objects = written.context.enumerateIndirectObjects().map(([, object]) => object);
    expect(objects.filter((object) => object instanceof PDFHexString)).toEqual([]);
  });
});
