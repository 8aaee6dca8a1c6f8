import {
  BlockedByPolicy,
  decideAll,
  ENTITY_TYPES,
  EntityTable,
  languageOf,
  replacementInstructions,
  type AnonymizedText,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Rules,
  type TableInMemory,
} from '@app/anonymization';
import { Injectable } from '@nestjs/common';
import { CaseTables, type CaseRequest } from '@app/cases';
import { TimeSlice, type Owner } from '@app/common';
import type { Protection } from '@app/audit';
import { KeyRing } from '@app/crypto';
import { HideTexts } from '@app/hiding';
import type { ImageHandling } from '@app/policy';
import { PromptImages } from '@app/private-model';
import { findingOf, hideIdentifiers, type Finding } from './hide-identifiers';
import { readingsOf } from './identifier-readings';
import type { BodyForm } from './forms/body-form';
import { CHAT } from './forms/chat-form';
import { isObject, type JsonObject, type JsonValue } from './json';
import type { TextPlaces } from './reading/text-places';
import { decideRuns, runsOf } from './text-runs';

export interface GatewayInput {
  /** As the caller sent it. */
  body: JsonObject;
  /** If absent, the policy's default applies. */
  choices?: readonly EntityType[];
  /** The choices that the request named individually. */
  named?: readonly EntityType[];
  /** Of a call without a case. */
  style: ReplacementStyle;
  /** The case that the call belongs to */
  inCase?: CaseRequest;
  /** Called with the names of unknown parameters that are left out, before anything is sent. */
  onDropped(names: readonly string[]): void;
  /** Called with the protection level of the call, before anything is sent. */
  onProtection?(level: Protection): void;
}

/** An input to which a policy was applied. */
export interface GovernedInput extends Omit<GatewayInput, 'onProtection'> {
  /** The kinds of the new values to hide. */
  choices: readonly EntityType[];
  rules: Rules;
  /** The policy's instructions before the conversation; empty if it has none. */
  systemPrompt: string;
  /** What happens to images of users; they are refused if absent. */
  images?: ImageHandling;
  /** The table that several calls without a case share. If absent, the call has its own. */
  table?: TableInMemory;
}

export interface HiddenBody {
  body: JsonObject;
  table: EntityTable;
  /** Every text and identifier, exactly as it is sent. */
  sent: string[];
  /** The caller's identifiers, by the identifier that is sent instead. */
  identifiers: ReadonlyMap<string, string>;
  /** Whether the answer was asked for as JSON. */
  json: boolean;
  /** The number of found values that stay unchanged because the policy excepts them. */
  left: number;
  /** Whether the body contains images, which are not read completely. */
  hasImages: boolean;
}

/** Returns whether a message or item contains an image, also in the answer of a tool. */
const holdsImages = ({ messages, input, contents }: JsonObject): boolean =>
  [messages, input, contents].some(isListWithImages);

function isListWithImages(list: JsonValue | undefined): boolean {
  return (
    Array.isArray(list) &&
    list.some(
      (one) =>
        isObject(one) &&
        (IMAGES.has(one.type) ||
          'inlineData' in one ||
          isListWithImages(one.content ?? one.parts ?? one.output)),
    )
  );
}
const IMAGES: ReadonlySet<unknown> = new Set(['image_url', 'input_image', 'image']);

/** Hides personal data in every text of a body, with an entity table of its own or that of a case (contract: Chat, Cases). */
@Injectable()
export class HideBody {
  constructor(
    private readonly hideTexts: HideTexts,
    private readonly keyRing: KeyRing,
    private readonly cases: CaseTables,
    private readonly promptImages: PromptImages,
  ) {}

  /**
   * @param form the kind of body
   * @throws BlockedByPolicy if a new message or a tool's answer contains what the policy blocks; AppError `bad_request` unless
   * the owner may use the case
   */
  async execute(
    owner: Owner,
    {
      body: given,
      choices,
      rules,
      style,
      inCase,
      systemPrompt,
      images,
      table: shared,
      onDropped,
    }: GovernedInput,
    signal: AbortSignal,
    form: BodyForm = CHAT,
  ): Promise<HiddenBody> {
    const pseudonym = (value: string): string =>
      this.keyRing.hash('door-user', `${owner.organizationId} ${value}`);
    const read = form.read(given, pseudonym, images);
    await read.places.readPrograms(new TimeSlice(signal));
    const opening = JSON.stringify(form.opening(given));
    // Uses only the opening, so that the language of a conversation never changes and cached detections stay valid.
    const language = languageOf(opening);
    // Refuses before the search.
    if (inCase) await this.cases.check(owner, inCase);
    const painting = await this.readImages(owner, read.places, signal);
    const from = inCase ?? shared ?? EntityTable.create(style, this.seed(owner, opening));
    const hiding = { owner, from, choices, rules, language, systemPrompt };
    const { instructions, table, sent, identifiers, left } = await this.hide(read.places, hiding, signal);
    for (const paint of painting) await paint();
    onDropped(read.dropped);
    const mayHide = table.entities.length > 0 || (choices.length > 0 && form.isCached(given));
    const behind = mayHide ? replacementInstructions(table.style) : '';
    return {
      body: form.instruct(read.body, instructions, behind),
      table,
      sent,
      identifiers,
      json: form.isJson(given),
      left,
      hasImages: holdsImages(read.body),
    };
  }

  /**
   * Reads the images of a body, and adds their texts to its places.
   *
   * @returns what paints over the values in each, after the texts were hidden
   * @throws AppError `image_unreadable`
   */
  private async readImages(
    owner: Owner,
    places: TextPlaces,
    signal: AbortSignal,
  ): Promise<(() => Promise<void>)[]> {
    const painting: (() => Promise<void>)[] = [];
    for (const place of places.images) {
      const { at: field, format, content } = place;
      const image = await this.promptImages.read(owner, { field, format, content }, signal);
      let hidden: AnonymizedText;
      places.addTextOf(place, image.text, (text) => (hidden = text));
      painting.push(async () => place.put(await this.promptImages.paint(image, hidden, signal)));
    }
    return painting;
  }

  /**
   * Hides texts before identifiers: a value found in an identifier is hidden only there. A case stores the values of texts
   * only, because the replacement of an identifier is a keyed hash. In the policy's instructions, only known values are
   * hidden.
   */
  private async hide(
    places: TextPlaces,
    {
      owner,
      from,
      choices,
      rules,
      language,
      systemPrompt,
    }: { owner: Owner; from: CaseRequest | EntityTable | TableInMemory; language: Language } & Pick<
      GovernedInput,
      'choices' | 'rules' | 'systemPrompt'
    >,
    signal: AbortSignal,
  ): Promise<Pick<HiddenBody, 'table' | 'sent' | 'identifiers' | 'left'> & { instructions: string }> {
    const fields = new Map<string, string | undefined>();
    for (const { identifier, field } of places.identifiers)
      fields.set(identifier, fields.get(identifier) ?? field);
    const names = [...fields.keys()];
    const readings = names.flatMap((name) => readingsOf(name).map((reading) => ({ name, ...reading })));
    // Identifiers share readable forms, and each form is searched once.
    const detected = [...new Set(readings.filter(({ isDetected }) => isDetected).map(({ text }) => text))];
    const runs = runsOf(places.all);
    const searched = await this.hideTexts.search(
      [
        ...places.all.map(({ text, field }) => ({ text, ...(field !== undefined && { field }) })),
        ...runs.map(({ text }) => ({ text })),
        ...detected.map((text) => ({ text })),
      ],
      { choices, known: 'caseId' in from ? ENTITY_TYPES : [], language, rules, owner },
      signal,
    );
    const ofRuns = searched.texts.slice(places.all.length, places.all.length + runs.length);
    const found = new Map(
      searched.texts.slice(places.all.length + runs.length).map(({ text, spans }) => [text, spans]),
    );
    const decided = await decideAll(
      rules,
      readings.map(({ name, text, isDetected, hasNames }) => ({
        text,
        spans: (isDetected ? found.get(text)! : []).filter(({ type }) => hasNames || type !== 'Names'),
        isNew: fields.get(name) !== undefined,
      })),
      signal,
    );
    const findings = new Map(names.map((name): [string, Finding[]] => [name, []]));
    decided.forEach(({ blocked, spans }, i) => {
      const { name, text } = readings[i]!;
      if (blocked.length > 0) throw new BlockedByPolicy(fields.get(name)!, blocked);
      findings.get(name)!.push(...spans.map((span) => findingOf(text, span)));
    });
    const spansOfRuns = await decideRuns(
      rules,
      runs.map((run, i) => ({ ...run, spans: ofRuns[i]!.spans })),
      signal,
    );
    const inputs = searched.texts
      .slice(0, places.all.length)
      .map((input, i) => ({ ...input, decided: spansOfRuns.get(i) ?? [] }));
    // The table of a case is read for all texts of the call, also for those in which only known values are hidden.
    const policyText = { text: systemPrompt, spans: [], choices: [], language };
    const read = [...searched.texts, ...readings, ...names.map((text) => ({ text })), policyText];
    const { hidden: all, table } = await this.cases.hide(owner, from, read, (part) =>
      this.hideTexts.hide(part, [...inputs, policyText], signal),
    );
    const [texts, instructions] = [all.slice(0, -1), all.at(-1)!.text];
    const sent = [...(systemPrompt === '' ? [] : [instructions]), ...texts.map(({ text }) => text)];
    const hidden = await hideIdentifiers(places.identifiers, findings, {
      hideTexts: this.hideTexts,
      table,
      choices,
      language,
      sent,
      isStored: !(from instanceof EntityTable),
      signal,
      hash: (name) =>
        Buffer.from(this.keyRing.hash('door-identifier', `${owner.userId} ${name}`), 'base64url'),
    });
    places.all.forEach((place, i) => place.put(texts[i]!));
    const sentAs = (name: string): string => hidden.get(name)?.replacement ?? name;
    for (const { identifier, put } of places.identifiers) put(sentAs(identifier));
    places.finish();
    const restored = [...hidden].filter(([, { isForGood }]) => !isForGood);
    return {
      instructions,
      table,
      sent: [...sent, ...places.escaped, ...names.map(sentAs)],
      identifiers: new Map(restored.map(([name, { replacement }]) => [replacement, name])),
      // An identifier that is read in several ways counts once.
      left: texts.reduce((sum, text) => sum + text.left, 0) + keptIn(readings, decided),
    };
  }

  /**
   * Returns the same seed, and so the same surrogates, for each request of a user's conversation with the same opening.
   */
  private seed({ userId }: Owner, opening: string): Buffer {
    return Buffer.from(this.keyRing.hash('door-surrogates', `${userId} ${opening}`), 'base64url');
  }
}

/** Returns how many identifiers contain a value that stays unchanged. */
const keptIn = (
  readings: readonly { name: string }[],
  decided: readonly { left: readonly unknown[] }[],
): number => new Set(readings.filter((_, i) => decided[i]!.left.length > 0).map(({ name }) => name)).size;
