import { MarkupText, type MarkupRules } from './markup-text';
import { OoxmlPackage } from './ooxml-package';
import { readXml, scanXml } from './read-xml';

/** DrawingML text (ECMA-376, part 1, 21.1.2). */
const RULES: MarkupRules = {
  text: ['t'],
  silent: ['pPr', 'rPr', 'Fallback'],
  paragraph: ['p'],
  marks: { br: () => '\n' },
  cell: 'tc',
  row: 'tr',
};

/** Yields the text of a presentation: the slides in the order of the show, then the speaker's notes. */
export async function* readPptx(bytes: Buffer): AsyncGenerator<string> {
  const file = await OoxmlPackage.open(bytes);
  const slides = await slidesInOrder(file, file.main('presentationml.presentation.main'));
  for (const part of [...slides, ...file.ofType('presentationml.notesSlide')]) {
    yield* readXml(file.read(part), new MarkupText(RULES));
    yield '\n';
  }
}

async function slidesInOrder(file: OoxmlPackage, presentation: string): Promise<string[]> {
  const targets = await file.related(presentation);
  const slides: string[] = [];
  await scanXml(file.read(presentation), {
    open: (name, attributes) => {
      const slide = name === 'sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (slide) slides.push(slide);
      return undefined;
    },
  });
  return slides;
}
