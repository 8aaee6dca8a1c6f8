import type { FileFormat } from '../editing/file-format';
import { OOXML_PARTS } from './ooxml-parts';

export const pptx = {
  name: 'pptx',
  extensions: ['pptx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  parts: {
    slides: { rule: 'rewrite', about: 'Slides, also hidden ones' },
    notes: { rule: 'rewrite', about: 'Notes of speakers' },
    masters: { rule: 'rewrite', about: 'Masters and layouts of slides, notes and handouts' },
    presentation: { rule: 'rewrite', about: 'Sections, custom shows, tags and settings' },
    revisions: { rule: 'drop', about: 'The history of changes' },
    ...OOXML_PARTS,
  },
} as const satisfies FileFormat;
