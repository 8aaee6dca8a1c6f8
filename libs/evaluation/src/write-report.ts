import { kindOf } from '@app/anonymization';
import type { Measurement } from './evaluation';
import type { Measured } from './measure-texts';
import type { Share } from './share';

/** The languages of reports. */
export const REPORT_LANGUAGES = ['de', 'en'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

const WORDS = {
  en: {
    title: 'What the policy hides: a measurement',
    measured: 'Measured',
    texts: 'Texts',
    inForce: (version: number) => (version === 0 ? 'Before: no policy' : `Before: policy version ${version}`),
    draft: 'After: a draft of the policy',
    head: ['Kind', 'Marked', 'Hidden', 'All hidden', 'Hidden by mistake'],
    all: 'All',
    whole: (of: number) => `Texts with values: ${of}. Every value hidden`,
    notes: [
      'A person marked the values. Hidden: the share of the marked values that are hidden wholly, also as another kind. ' +
        'Hidden by mistake: the share of the hidden values that touch no marked value.',
      'In brackets: the interval of 95 % (Wilson), wider where the values of one text are found or missed together. It holds for ' +
        'texts like these.',
      'Detection suggested values before the person marked them. If the person overlooked values that detection missed too, the ' +
        'share of the hidden values is lower than stated.',
      'This report contains no text and no value.',
    ],
    range: 'to',
  },
  de: {
    title: 'Was die Richtlinie verbirgt: eine Messung',
    measured: 'Gemessen',
    texts: 'Texte',
    inForce: (version: number) =>
      version === 0 ? 'Vorher: ohne Richtlinie' : `Vorher: Fassung ${version} der Richtlinie`,
    draft: 'Nachher: ein Entwurf der Richtlinie',
    head: ['Art', 'Markiert', 'Verborgen', 'Alle verborgenen', 'Zu Unrecht verborgen'],
    all: 'Alle',
    whole: (of: number) => `Texte mit Werten: ${of}. Jeder Wert verborgen`,
    notes: [
      'Eine Person hat die Werte markiert. Verborgen: der Anteil der markierten Werte, von denen jedes Zeichen verborgen ist, auch ' +
        'als andere Art. Zu Unrecht verborgen: der Anteil der verborgenen Werte, die keinen markierten Wert berühren.',
      'In Klammern: das Intervall von 95 % (Wilson). Es ist breiter, wo die Werte eines Textes gemeinsam gefunden oder übersehen ' +
        'werden, und gilt für Texte wie diese.',
      'Die Erkennung hat Werte vorgeschlagen, bevor die Person sie markiert hat. Hat die Person Werte übersehen, die auch die ' +
        'Erkennung übersah, ist der Anteil der verborgenen Werte kleiner als angegeben.',
      'Dieser Bericht enthält keinen Text und keinen Wert.',
    ],
    range: 'bis',
  },
} as const;

/** Writes a measurement as Markdown: kinds, counts and intervals. It contains neither the name of the evaluation nor its texts. */
export function writeReport(
  { measuredAt, policyVersion, before, after }: Measurement,
  language: ReportLanguage,
): string {
  const words = WORDS[language];
  const time = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(measuredAt));
  return [
    `# ${words.title}`,
    `- ${words.measured}: ${time} UTC\n- ${words.texts}: ${before.texts}`,
    `## ${words.inForce(policyVersion)}`,
    ...partOf(before, language),
    ...(after ? [`## ${words.draft}`, ...partOf(after, language)] : []),
    words.notes.map((note) => `- ${note}`).join('\n'),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

function partOf({ outcomes, wholeTexts }: Measured, language: ReportLanguage): string[] {
  const { head, all, whole } = WORDS[language];
  const rows = outcomes.map(({ kind, recall, overMasking }) => [
    kind === 'All' ? all : kindOf(kind).name[language],
    String(recall.of),
    shown(recall, language),
    String(overMasking.of),
    shown(overMasking, language),
  ]);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(['---', '---:', '---', '---:', '---']), ...rows.map(line)].join('\n');
  return [table, `${whole(wholeTexts.of)}: ${shown(wholeTexts, language)}`];
}

/** Formats "19: 95.0 % (88.8 to 97.9)". */
function shown({ count, share, low, high }: Share, language: ReportLanguage): string {
  if (share === null) return '-';
  const digits = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = (part: number): string => digits.format(part * 100);
  return `${count}: ${percent(share)} % (${percent(low)} ${WORDS[language].range} ${percent(high)})`;
}
