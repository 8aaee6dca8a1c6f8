import { Module, type DynamicModule } from '@nestjs/common';
import { Detector, type EntityType, type Language, type Span } from '@app/anonymization';
import { HideTexts } from '@app/hiding';

const EMAIL = /[\w.]{1,64}@[\w.]{1,64}/g;
const IBAN = /\bDE\d{2}[\d ]{16,22}\d\b/g;

/** A detector that finds only e-mail addresses, German bank accounts and the given names, if their kinds are asked for. */
export interface KnownDetector extends Detector {
  /** The texts that it searched. */
  readonly asked: string[];
  /** Called before it answers; tests replace it. */
  before: () => Promise<void>;
}

/** Creates the detector. The class is defined here, so that a test without it does not load the real detection. */
export function knownDetector(names: readonly string[]): KnownDetector {
  class OfNames extends Detector implements KnownDetector {
    readonly asked: string[] = [];
    before = async (): Promise<void> => undefined;

    override async detect(
      texts: readonly string[],
      language: Language,
      signal?: AbortSignal,
      { kinds }: { kinds?: readonly EntityType[] } = {},
    ): Promise<Span[][]> {
      this.asked.push(...texts);
      await this.before();
      return super.detect(texts, language, signal, { ...(kinds && { kinds }) });
    }
  }
  const find = async (
    texts: readonly string[],
    _language: Language,
    _signal: AbortSignal,
    kinds: readonly EntityType[],
  ): Promise<Span[][]> => texts.map((text) => found(text, names).filter(({ type }) => kinds.includes(type)));
  return new OfNames({ find, close: async () => undefined }, { timeoutMs: 60_000 });
}

@Module({})
class KnownDetectorModule {}

/** Returns a module that replaces `HidingModule`, for tests with another subject than detection. */
export const hidingWith = (detector: KnownDetector): DynamicModule => ({
  module: KnownDetectorModule,
  providers: [{ provide: HideTexts, useValue: new HideTexts(detector) }],
  exports: [HideTexts],
});

function found(text: string, names: readonly string[]): Span[] {
  const spans = [...text.matchAll(EMAIL)].map(({ 0: email, index }): Span => ({
    start: index,
    end: index + email.length,
    type: 'Emails',
    canonical: email.toLowerCase(),
  }));
  for (const { 0: iban, index } of text.matchAll(IBAN))
    spans.push({
      start: index,
      end: index + iban.length,
      type: 'BankAccounts',
      canonical: iban.replaceAll(' ', ''),
    });
  for (const name of names)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      spans.push({ start: at, end: at + name.length, type: 'Names' });
  return spans.sort((one, other) => one.start - other.start);
}
