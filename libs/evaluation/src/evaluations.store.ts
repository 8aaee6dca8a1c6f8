import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runOnce, statement } from '@app/database';
import type { AnnotatedValue } from './annotated-text';
import {
  compared,
  type Evaluation,
  type EvaluationText,
  type Measurement,
  type TextContent,
  type TextState,
  type TextSummary,
} from './evaluation';

type Row = KeyColumns & {
  id: string;
  name: Buffer;
  measurement: Buffer | null;
  created_at: Date;
  texts: number;
  done: number;
};

type TextRow = KeyColumns & {
  id: string;
  content: Buffer;
  marked: Buffer;
  state: TextState;
  version: number;
};

/** A part of a list: the position after which it begins, and its length. */
interface Part {
  after?: string;
  limit: number;
}

/** A text to add, with the values that detection found in it. */
export interface NewText extends TextContent {
  id: string;
}

/** What `change` stores of a text. */
export interface ChangedText {
  values: readonly AnnotatedValue[];
  state: TextState;
}

const sealed = {
  name: (key: DataKey, name: string) => key.seal(name, bindings.name(key.subjectId)),
  measurement: (key: DataKey, measurement: Measurement) =>
    key.seal(JSON.stringify(measurement), bindings.measurement(key.subjectId)),
  content: (key: DataKey, id: string, content: TextContent) =>
    key.seal(JSON.stringify(content), bindings.content(id)),
  marked: (key: DataKey, id: string, values: readonly AnnotatedValue[]) =>
    key.seal(JSON.stringify(values), bindings.marked(id)),
};

const bindings = {
  name: (id: string) => `evaluations.name:${id}`,
  measurement: (id: string) => `evaluations.measurement:${id}`,
  content: (id: string) => `evaluation_texts.content:${id}`,
  marked: (id: string) => `evaluation_texts.marked:${id}`,
};

/** Stores evaluations and their texts. Every query contains the organization and the user, who alone reads them. */
@Injectable()
export class EvaluationsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @returns false if the user already has `most` evaluations */
  async add(
    transaction: Transaction,
    { userId, organizationId }: Owner,
    { id, name }: { id: string; name: string },
    most: number,
  ): Promise<boolean> {
    const tx = managerOf(transaction);
    // Serializes additions of one user, so that two cannot pass the limit together.
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`evaluations ${userId}`]);
    const [count] = await tx.query<{ all: number }[]>(
      'SELECT count(*)::int AS all FROM evaluations WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    if (count!.all >= most) return false;
    const key = await this.keys.create(tx, id);
    await tx.query('INSERT INTO evaluations (id, organization_id, user_id, name) VALUES ($1, $2, $3, $4)', [
      id,
      organizationId,
      userId,
      sealed.name(key, name),
    ]);
    return true;
  }

  /** Returns evaluations, the newest first. */
  page(owner: Owner, { after, limit }: Part): Promise<Evaluation[]> {
    return this.select(owner, 'AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4', [
      after ?? null,
      limit,
    ]);
  }

  async find(owner: Owner, id: string): Promise<Evaluation | undefined> {
    const [found] = await this.select(owner, 'AND id = $3', [id]);
    return found;
  }

  private async select(owner: Owner, where: string, values: readonly unknown[]): Promise<Evaluation[]> {
    const { rows } = await runOnce<Row>(
      this.db,
      statement(
        `SELECT id, name, measurement, created_at, ${this.keys.columnsOf('evaluations.id')},
           (SELECT count(*)::int FROM evaluation_texts WHERE evaluation_id = evaluations.id) AS texts,
           (SELECT count(*)::int FROM evaluation_texts WHERE evaluation_id = evaluations.id AND state = 'done') AS done
         FROM evaluations WHERE organization_id = $1 AND user_id = $2 ${where}`,
        [owner.organizationId, owner.userId, ...values],
      ),
      owner,
    );
    return rows.flatMap((row) => {
      const { id, texts, done, created_at: createdAt } = row;
      const key = this.keys.read(id, row);
      // The key is deleted with the evaluation, which may be happening now.
      if (!key) return [];
      const name = key.openText(row.name, bindings.name(id));
      const measurement =
        row.measurement &&
        (JSON.parse(key.openText(row.measurement, bindings.measurement(id))) as Measurement);
      return [{ id, name, texts, done, createdAt, measurement }];
    });
  }

  /** Deletes an evaluation with its texts and its key. @returns whether the user had it */
  async delete(
    transaction: Transaction,
    { organizationId, userId }: Owner,
    id: string,
    createdBefore?: Date,
  ): Promise<boolean> {
    const tx = managerOf(transaction);
    const [, count] = await tx.query<[unknown[], number]>(
      `DELETE FROM evaluations WHERE id = $1 AND organization_id = $2 AND user_id = $3
         AND ($4::timestamptz IS NULL OR created_at < $4)`,
      [id, organizationId, userId, createdBefore ?? null],
    );
    if (count === 1) await this.keys.destroy(tx, [id]);
    return count === 1;
  }

  /** Returns the ids of all evaluations of a user. */
  async owned(owner: Owner): Promise<string[]> {
    const rows = await inScope(this.db, owner, (tx) =>
      tx.query<{ id: string }[]>(
        'SELECT id FROM evaluations WHERE organization_id = $1 AND user_id = $2 ORDER BY id',
        [owner.organizationId, owner.userId],
      ),
    );
    return rows.map(({ id }) => id);
  }

  /** Returns evaluations of all users that were created before a time, at most `limit`. */
  createdBefore(time: Date, limit: number): Promise<(Owner & { id: string })[]> {
    return inScope(this.db, ALL_OWNERS, (tx) =>
      tx.query<(Owner & { id: string })[]>(
        `SELECT id, organization_id AS "organizationId", user_id AS "userId" FROM evaluations
         WHERE created_at < $1 ORDER BY created_at LIMIT $2`,
        [time, limit],
      ),
    );
  }

  /** Locks an evaluation until the transaction ends. @returns its key; undefined if the user has no such evaluation */
  private async lock(tx: Transaction, owner: Owner, id: string): Promise<DataKey | undefined> {
    const rows = await managerOf(tx).query<unknown[]>(
      'SELECT FROM evaluations WHERE id = $1 AND organization_id = $2 AND user_id = $3 FOR NO KEY UPDATE',
      [id, owner.organizationId, owner.userId],
    );
    return rows.length === 0 ? undefined : this.keys.load(tx, id);
  }

  /** @returns `missing` if the user has no such evaluation; `full` if it would have too many texts or characters */
  async addTexts(
    owner: Owner,
    id: string,
    texts: readonly NewText[],
    { most, mostCharacters }: { most: number; mostCharacters: number },
  ): Promise<'added' | 'missing' | 'full'> {
    return inScope(this.db, owner, async (tx) => {
      const key = await this.lock(tx, owner, id);
      if (!key) return 'missing';
      const [has] = await tx.query<{ texts: number; characters: number }[]>(
        `SELECT count(*)::int AS texts, coalesce(sum(length), 0)::int AS characters
         FROM evaluation_texts WHERE evaluation_id = $1`,
        [id],
      );
      const characters = texts.reduce((sum, { text }) => sum + text.length, has!.characters);
      if (has!.texts + texts.length > most || characters > mostCharacters) return 'full';
      await tx.query(
        `INSERT INTO evaluation_texts (evaluation_id, id, content, marked, length, marked_values)
         SELECT $1, * FROM unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::int[], $6::int[])`,
        [
          id,
          texts.map((text) => text.id),
          texts.map(({ id: textId, ...content }) => sealed.content(key, textId, content)),
          texts.map((text) => sealed.marked(key, text.id, text.suggested)),
          texts.map(({ text }) => text.length),
          texts.map(({ suggested }) => suggested.length),
        ],
      );
      return 'added';
    });
  }

  /** Returns texts in the order in which they were added. */
  async texts(owner: Owner, id: string, { after, limit }: Part): Promise<TextSummary[]> {
    const { rows } = await runOnce<TextSummary>(
      this.db,
      statement(
        `SELECT evaluation_texts.id, length, marked_values AS values, state, version
         FROM evaluation_texts JOIN evaluations ON evaluations.id = evaluation_id
         WHERE organization_id = $1 AND user_id = $2 AND evaluation_id = $3
           AND ($4::uuid IS NULL OR evaluation_texts.id > $4)
         ORDER BY evaluation_texts.id LIMIT $5`,
        [owner.organizationId, owner.userId, id, after ?? null, limit],
      ),
      owner,
    );
    return rows;
  }

  async text(owner: Owner, id: string, textId: string): Promise<EvaluationText | undefined> {
    const [found] = await this.selectTexts(owner, id, 'AND evaluation_texts.id = $4', [textId]);
    return found;
  }

  /** Returns all texts in the order in which they were added. @param state if absent, of every state */
  allTexts(owner: Owner, id: string, state?: TextState): Promise<EvaluationText[]> {
    return this.selectTexts(owner, id, 'AND ($4::text IS NULL OR state = $4) ORDER BY evaluation_texts.id', [
      state ?? null,
    ]);
  }

  private async selectTexts(
    owner: Owner,
    id: string,
    where: string,
    values: readonly unknown[],
  ): Promise<EvaluationText[]> {
    const { rows } = await runOnce<TextRow>(
      this.db,
      statement(
        `SELECT evaluation_texts.id, content, marked, state, version, ${this.keys.columnsOf('evaluations.id')}
         FROM evaluation_texts JOIN evaluations ON evaluations.id = evaluation_id
         WHERE organization_id = $1 AND user_id = $2 AND evaluation_id = $3 ${where}`,
        [owner.organizationId, owner.userId, id, ...values],
      ),
      owner,
    );
    const key = rows[0] && this.keys.read(id, rows[0]);
    if (!key) return [];
    return rows.map(({ id: textId, state, version, ...row }) => {
      const content = JSON.parse(key.openText(row.content, bindings.content(textId))) as TextContent;
      const marked = JSON.parse(key.openText(row.marked, bindings.marked(textId))) as AnnotatedValue[];
      const { text, lang, suggested } = content;
      return { id: textId, text, lang, state, version, ...compared(suggested, marked) };
    });
  }

  /** @returns whether the user has the text, and `version` was its current version */
  async changeText(
    owner: Owner,
    id: string,
    { textId, version, changed }: { textId: string; version: number; changed: ChangedText },
  ): Promise<boolean> {
    return inScope(this.db, owner, async (tx) => {
      const key = await this.lock(tx, owner, id);
      if (!key) return false;
      const [, count] = await tx.query<[unknown[], number]>(
        `UPDATE evaluation_texts SET marked = $4, marked_values = $5, state = $6, version = version + 1
         WHERE evaluation_id = $1 AND id = $2 AND version = $3`,
        [
          id,
          textId,
          version,
          sealed.marked(key, textId, changed.values),
          changed.values.length,
          changed.state,
        ],
      );
      return count === 1;
    });
  }

  /** @returns whether the user had the text */
  async deleteText(owner: Owner, id: string, textId: string): Promise<boolean> {
    const { count } = await runOnce(
      this.db,
      statement(
        `DELETE FROM evaluation_texts USING evaluations
         WHERE evaluations.id = evaluation_id AND organization_id = $1 AND user_id = $2
           AND evaluation_id = $3 AND evaluation_texts.id = $4`,
        [owner.organizationId, owner.userId, id, textId],
      ),
      owner,
    );
    return count === 1;
  }

  /** Replaces the last measurement. @returns whether the user still has the evaluation */
  async storeMeasurement(
    transaction: Transaction,
    owner: Owner,
    id: string,
    measurement: Measurement,
  ): Promise<boolean> {
    const key = await this.lock(transaction, owner, id);
    if (!key) return false;
    await managerOf(transaction).query(
      'UPDATE evaluations SET measurement = $4 WHERE id = $1 AND organization_id = $2 AND user_id = $3',
      [id, owner.organizationId, owner.userId, sealed.measurement(key, measurement)],
    );
    return true;
  }
}
