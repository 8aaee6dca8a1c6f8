import type { BasicType } from '../../src/kinds/entity-type';

/** Made-up persons (first and last name), addresses and numbers, in the basic spelling of a form. */
export const VALUES: Readonly<Record<BasicType, readonly string[]>> = {
  Names: [
    'Björn Schäfer',
    'Käthe Grünwald',
    'Sabine Vogel',
    'Thomas Reinhardt',
    'Günther Weißenfels',
    'Zoë Fischer',
    'Emily Whitfield',
    'Anna-Lena Höflich',
  ],
  Emails: ['sabine.vogel@gruen-weiss.de', 'b.schaefer@posteo.de', 'emily-whitfield@mail.example.org'],
  Phone: [
    '+49 89 45678 231',
    '0221 4567890',
    '0160 95512 34',
    '+44 161 496 0123',
    '0711/4567123',
    '+33 1 53 09 82 11',
    '069/7654321',
  ],
};

/** Texts for a value. The cue distinguishes digits without a layout from other numbers. */
export const CARRIERS: Readonly<Record<BasicType, readonly ((value: string) => string)[]>> = {
  Names: [
    (value) => `Am Montag hat ${value} die Unterlagen geschickt und um Antwort gebeten.`,
    (value) => `The report was written by ${value}, the pictures come from the archive.`,
    (value) => `Guten Tag,\nunser Kollege ${value} ruft Sie morgen wegen der Lieferung an.`,
  ],
  Emails: [
    (value) => `Bitte schicken Sie den Vertrag an ${value} und in Kopie an die Buchhaltung.`,
    (value) => `You can reach the office under ${value} every day.`,
  ],
  Phone: [
    (value) => `Viele Grüße\nIhr Kundendienst\nTelefon: ${value}\nMontag bis Freitag`,
    (value) => `Please call ${value} before noon.`,
    (value) => `{"phone": "${value}", "floor": 3}`,
    (value) => `Abteilung;Telefon;Ort\nVertrieb;${value};Bonn`,
  ],
};
