import { EntityTable } from '../../src/pseudonymization/entities/entity-table';
import type { EntityTableJson } from '../../src/pseudonymization/entities/entity-table-json';
import { KIND_CHATS } from './kinds';

type Forms = readonly (readonly [original: string, replacement: string])[];
type Entities = EntityTableJson['entities'];

const forms = (pairs: Forms) => pairs.map(([original, replacement]) => ({ original, replacement }));

function person(given: string[], family: string[], pairs: Forms, number?: number): Entities[number] {
  return { type: 'Names', ...(number && { number }), person: { given, family }, forms: forms(pairs) };
}

const parts = (role: 'given' | 'family', pairs: Forms) =>
  pairs.map(([original, surrogate]) => ({ original, surrogate, role }));

/** One model call: its table, and the messages that were sent. */
export interface Chat {
  table: Promise<EntityTable>;
  sent: readonly string[];
}

const surrogates: EntityTableJson = {
  version: 1,
  style: 'surrogates',
  entities: [
    person(
      ['hans'],
      ['mueller'],
      [
        ['Hans Müller', 'Jan Weber'],
        ['Müller', 'Weber'],
      ],
    ),
    person(['anna'], ['mueller'], [['Anna Müller', 'Petra Weber']]),
    person(['klaus'], ['jaeger'], [['Klaus Jäger', 'Holger Köhler']]),
    person(['karl', 'heinz'], ['aue'], [['Karl-Heinz von der Aue', 'Jörg-Udo von der Lindner']]),
    person(['mary'], ['jones'], [['Mary Jones', 'Harriet Pemberton']]),
    // In the table, but not in the sent messages.
    person(['otto'], ['franke'], [['Otto Franke', 'Volker Hübner']]),
    {
      type: 'Emails',
      canonical: 'hans.mueller@firma.de',
      forms: forms([['hans.mueller@firma.de', 'jan.weber@example.com']]),
    },
    { type: 'Emails', canonical: 'mj77@mail.uk', forms: forms([['mj77@mail.uk', 'hp34@example.org']]) },
    {
      type: 'Phone',
      canonical: '+49897654321',
      forms: forms([['+49 89 7654321', '+49 30 23125042']]),
    },
    { type: 'Phone', canonical: '+491711234567', forms: forms([['0171/1234567', '0172/9925904']]) },
    { type: 'Phone', canonical: '+12129876543', forms: forms([['(212) 987-6543', '(415) 555-0142']]) },
  ],
  parts: [
    ...parts('given', [
      ['Hans', 'Jan'],
      ['Anna', 'Petra'],
      ['Klaus', 'Holger'],
      ['Karl', 'Jörg'],
      ['Heinz', 'Udo'],
      ['Mary', 'Harriet'],
      ['Otto', 'Volker'],
    ]),
    ...parts('family', [
      ['Müller', 'Weber'],
      ['Jäger', 'Köhler'],
      ['Aue', 'Lindner'],
      ['Jones', 'Pemberton'],
      ['Franke', 'Hübner'],
    ]),
  ],
  domains: [
    { original: 'firma.de', surrogate: 'example.com' },
    { original: 'mail.uk', surrogate: 'example.org' },
  ],
};

const placeholders: EntityTableJson = {
  version: 1,
  style: 'placeholders',
  entities: [
    person(
      ['hans'],
      ['mueller'],
      [
        ['Hans Müller', '[NAME_1]'],
        ['Müllers', '[NAME_1B]'],
      ],
      1,
    ),
    person(['anna'], ['jones'], [['Anna Jones', '[NAME_2]']], 2),
    person(['otto'], ['franke'], [['Otto Franke', '[NAME_3]']], 3),
    person(['klaus'], ['jaeger'], [['Klaus Jäger', '[NAME_12]']], 12),
    { type: 'Emails', number: 1, canonical: 'hans@firma.de', forms: forms([['hans@firma.de', '[EMAIL_1]']]) },
    { type: 'Phone', number: 1, canonical: '+49897654321', forms: forms([['089 7654321', '[PHONE_1]']]) },
  ],
  parts: [],
  domains: [],
};

/** The chats to which the corpus answers belong. */
export const CHATS = {
  ...KIND_CHATS,
  surrogates: {
    table: EntityTable.read(JSON.stringify(surrogates)),
    sent: [
      'Jan Weber, Petra Weber und Holger Köhler treffen Jörg-Udo von der Lindner. Herr Weber ist krank.',
      'Harriet Pemberton writes from hp34@example.org to jan.weber@example.com.',
      'Call +49 30 23125042, 0172/9925904 or (415) 555-0142. See https://intern.example/Weber/akte.pdf',
    ],
  },
  placeholders: {
    table: EntityTable.read(JSON.stringify(placeholders)),
    sent: [
      '[NAME_1], [NAME_2] und [NAME_12] treffen sich. [NAME_1B] Vertrag liegt bei.',
      'Write to [EMAIL_1] or call [PHONE_1]. See https://intern.example/[NAME_1]/akte.pdf',
    ],
  },
} as const satisfies Record<string, Chat>;
