import { Injectable } from '@nestjs/common';
import {
  ENTITY_TYPES,
  languageOf,
  NO_RULES,
  SUPPORTED_LANGUAGES,
  type Language,
  type Rules,
} from '@app/anonymization';
import { AuditTrail } from '@app/audit';
import { AppError, invalid, isId, newId, Transactions, type Owner } from '@app/common';
import { CurrentPolicies, FindHidden } from '@app/policy';
import { WriteTombstones } from '@app/tombstones';
import { misplaced } from './annotated-text';
import { DeleteEvaluations } from './delete-evaluations';
import {
  LONGEST_TEXT,
  MOST_CHARACTERS,
  MOST_EVALUATIONS,
  MOST_TEXTS,
  MOST_VALUES,
  noSuchEvaluation,
  noSuchText,
  storedValues,
  type Evaluation,
  type EvaluationText,
  type TextSummary,
} from './evaluation';
import { EvaluationsStore, type ChangedText, type NewText } from './evaluations.store';

/** A text that a user adds. */
export interface GivenText {
  text: string;
  /** If absent, the language is guessed. */
  lang?: string;
}

/** A part of a list: the id after which it begins, and its length. */
export interface PageOfEvaluation {
  after?: string;
  limit: number;
}

interface Listed<T> {
  items: T[];
  /** The id to continue after; null on the last page. */
  next: string | null;
}

/** Makes evaluations, and marks values in their texts. Methods with an id throw AppError `not_found` unless the user has it. */
@Injectable()
export class ManageEvaluations {
  constructor(
    private readonly store: EvaluationsStore,
    private readonly deleteEvaluations: DeleteEvaluations,
    private readonly policies: CurrentPolicies,
    private readonly findHidden: FindHidden,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /** @throws AppError `conflict` if the user has too many evaluations */
  async create(owner: Owner, name: string): Promise<Evaluation> {
    const id = newId();
    await this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.add(tx, owner, { id, name }, MOST_EVALUATIONS)))
        throw new AppError('conflict', `You may have ${MOST_EVALUATIONS} evaluations; delete another one`);
      const subject = { type: 'evaluation', id } as const;
      const { organizationId } = owner;
      await this.trail.record(tx, { action: 'evaluation.create', subject, organizationId });
    });
    return this.find(owner, id);
  }

  /** Returns evaluations, the newest first. */
  async list(owner: Owner, page: PageOfEvaluation): Promise<Listed<Evaluation>> {
    return listed(page, await this.store.page(owner, { ...page, limit: page.limit + 1 }));
  }

  async find(owner: Owner, id: string): Promise<Evaluation> {
    const found = isId(id) ? await this.store.find(owner, id) : undefined;
    if (!found) throw noSuchEvaluation();
    return found;
  }

  /** @throws AppError `unavailable` if the tombstone is not written yet */
  async delete(owner: Owner, id: string): Promise<void> {
    if (!isId(id) || !(await this.deleteEvaluations.one(owner, id))) throw noSuchEvaluation();
    await this.tombstones.execute();
  }

  /**
   * Adds texts, with the values that detection suggests: those of all kinds, and the terms of the policy. Its modes and
   * exceptions do not count, because the person decides what should be hidden.
   *
   * @param signal aborted when the caller disconnects; then nothing is added
   * @throws AppError `bad_request`; `conflict` if the evaluation would have too many texts; `unavailable` if detection fails
   */
  async addTexts(
    owner: Owner,
    id: string,
    given: readonly GivenText[],
    signal: AbortSignal,
  ): Promise<TextSummary[]> {
    const evaluation = await this.find(owner, id);
    if (evaluation.texts + given.length > MOST_TEXTS) throw full();
    const { terms } = (await this.policies.of(owner.organizationId)).rulesFor();
    const rules: Rules = { ...NO_RULES, ...(terms && { terms }) };
    const texts: NewText[] = [];
    for (const one of given.map(readable)) {
      const found = await this.findHidden.execute(
        { text: one.text, language: one.language, choices: ENTITY_TYPES, rules, owner },
        signal,
      );
      if (found.length > MOST_VALUES)
        throw invalid(one.field, `must not have more than ${MOST_VALUES} values`);
      texts.push({ id: newId(), text: one.text, lang: one.lang, suggested: storedValues(found) });
    }
    const limits = { most: MOST_TEXTS, mostCharacters: MOST_CHARACTERS };
    const result = await this.store.addTexts(owner, id, texts, limits);
    if (result === 'missing') throw noSuchEvaluation();
    if (result === 'full') throw full();
    return texts.map(({ id: textId, text, suggested }) => ({
      id: textId,
      length: text.length,
      values: suggested.length,
      state: 'open',
      version: 1,
    }));
  }

  /** Returns texts in the order in which they were added. */
  async texts(owner: Owner, id: string, page: PageOfEvaluation): Promise<Listed<TextSummary>> {
    await this.find(owner, id);
    return listed(page, await this.store.texts(owner, id, { ...page, limit: page.limit + 1 }));
  }

  async text(owner: Owner, id: string, textId: string): Promise<EvaluationText> {
    await this.find(owner, id);
    const found = isId(textId) ? await this.store.text(owner, id, textId) : undefined;
    if (!found) throw noSuchText();
    return found;
  }

  /**
   * Replaces the marked values of a text, and its state.
   *
   * @param version the version that the person has read
   * @throws AppError `bad_request`; `conflict` if another version is current
   */
  async change(
    owner: Owner,
    id: string,
    { textId, version, changed }: { textId: string; version: number; changed: ChangedText },
  ): Promise<EvaluationText> {
    const { text } = await this.text(owner, id, textId);
    const fault = misplaced(changed.values, text);
    if (fault) throw invalid(`spans.${fault.index}`, fault.problem);
    const values = storedValues(changed.values);
    if (!(await this.store.changeText(owner, id, { textId, version, changed: { ...changed, values } }))) {
      await this.text(owner, id, textId);
      throw new AppError('conflict', 'Another version of this text was saved; read it again');
    }
    return this.text(owner, id, textId);
  }

  /** @throws AppError `unavailable` if the tombstone is not written yet */
  async deleteText(owner: Owner, id: string, textId: string): Promise<void> {
    await this.find(owner, id);
    if (!isId(textId) || !(await this.store.deleteText(owner, id, textId))) throw noSuchText();
    await this.tombstones.execute();
  }
}

function listed<T extends { id: string }>({ limit }: PageOfEvaluation, found: readonly T[]): Listed<T> {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)!.id : null };
}

/** @throws AppError `bad_request` */
function readable({ text, lang = 'auto' }: GivenText, i: number) {
  const field = `texts.${i}.text`;
  if (text.trim() === '') throw invalid(field, 'must not be empty or blank');
  if (text.length > LONGEST_TEXT) throw invalid(field, `must not have more than ${LONGEST_TEXT} characters`);
  return { field, text, lang, language: languageOfText(text, lang, i) };
}

function languageOfText(text: string, lang: string, i: number): Language {
  try {
    return languageOf(text, lang);
  } catch (error) {
    const message = `must be one of ${SUPPORTED_LANGUAGES}`;
    throw error instanceof AppError ? invalid(`texts.${i}.lang`, message) : error;
  }
}

const full = (): AppError =>
  new AppError(
    'conflict',
    `An evaluation has at most ${MOST_TEXTS} texts with ${MOST_CHARACTERS} characters together`,
  );
