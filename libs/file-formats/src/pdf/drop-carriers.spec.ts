import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFRawStream } from '@cantoo/pdf-lib';
import type { Droppable } from '../editing/file-format';
import { dropCarriers, endForms } from './drop-carriers';
import { decodePixels } from '../pictures/picture-file';
import { besidesThePicture } from '../pictures/picture-pieces';
import { openObjects, pictureFileOf, saveObjects, stringsOf } from './pdf-objects';

const fixture = (name: string): Buffer =>
  readFileSync(join(__dirname, '../../../../test/fixtures/files/pdf', `${name}.pdf`));

async function dropped(
  name: string,
  allowed: Droppable[] = [],
): Promise<{ parts: string[]; strings: string[] }> {
  const objects = await openObjects(fixture(name));
  const parts: string[] = [];
  dropCarriers(objects, new Set(allowed), (part) => parts.push(part));
  endForms(objects);
  const written = await saveObjects(objects);
  return {
    parts: [...new Set(parts)].sort(),
    strings: stringsOf(await openObjects(written)).map(({ part, text }) => `${part}: ${text}`),
  };
}

describe('dropCarriers', () => {
  it('keeps only strings that are shown to the editor', async () => {
    const { parts, strings } = await dropped('outside-the-pages');
    expect(parts).toEqual(['actions', 'metadata']);
    expect([...new Set(strings.map((line) => line.split(':')[0]))].sort()).toEqual([
      'destinations',
      'layers',
      'links',
      'other strings',
      'outline',
      'page labels',
      'tags',
    ]);
    expect(strings).toContain('links: mailto:k.brueggemann@example.org?subject=Katharina Brüggemann');
    expect(strings).toContain('other strings: Schulze & Partner');
  });

  it('leaves nothing of a form and of annotations', async () => {
    expect((await dropped('form')).strings).toEqual([]);
    expect((await dropped('annotations')).strings).toEqual([]);
  });

  it.each(['signatures', 'embedded'] as const)('refuses %s, or leaves them out', async (what) => {
    const name = what === 'signatures' ? 'signed' : 'attachments';
    await expect(dropped(name)).rejects.toThrow(what);
    const { parts, strings } = await dropped(name, [what]);
    expect(parts).toContain(what === 'signatures' ? 'signatures' : 'attachments');
    expect(strings).toEqual([]);
  });

  it('removes the metadata of a JPEG also if its filter is a list', async () => {
    const picture = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0x00, 0x0c]),
      Buffer.from('Anna Weber'),
      Buffer.from([0xff, 0xd9]),
    ]);
    const withFilters = async (...filters: string[]) => {
      const objects = await openObjects(fixture('letter-english'));
      const dict = objects.context.obj({ Subtype: 'Image', Filter: filters });
      objects.context.register(PDFRawStream.of(dict, picture));
      dropCarriers(objects, new Set(), () => undefined);
      return objects.context
        .enumerateIndirectObjects()
        .some(([, one]) => one instanceof PDFRawStream && Buffer.from(one.contents).includes('Anna Weber'));
    };
    expect(await withFilters('DCTDecode')).toBe(false);
  });

  it.each(['picture-in-ascii', 'picture-in-deflate'])(
    'removes the metadata of a JPEG in %s',
    async (name) => {
      const objects = await openObjects(fixture(name));
      dropCarriers(objects, new Set(), () => undefined);
      const written = await openObjects(await saveObjects(objects));
      const pictures = written.context
        .enumerateIndirectObjects()
        .flatMap(([, one]) => (one instanceof PDFRawStream ? [pictureFileOf(one)] : []))
        .filter((picture) => picture !== undefined);
      expect(pictures).toHaveLength(1);
      expect([...besidesThePicture(pictures[0]!.file, 'jpeg')]).toEqual([]);
      expect(decodePixels(pictures[0]!.file, 'jpeg').width).toBeGreaterThan(8);
    },
  );
});
