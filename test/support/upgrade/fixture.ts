import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Schema } from './schema';

const FOLDER = resolve(__dirname, '../../fixtures/upgrade');

/** What a user of the fixture has. */
export interface Kept {
  userName: string;
  password: string;
  chatId: string;
  prompt: string;
  documentId: string;
  jobId: string;
  /** A job that no worker has claimed. */
  waitingId: string;
}

/** The sources that a release was built from. */
export interface Sources {
  commit: string;
}

/** The data of one release. */
export interface Fixture {
  version: string;
  /** The commit of its sources. */
  commit: string;
  /** A backup that the release created. */
  backup: string;
  kept: Kept;
  /** The release's tables. */
  schema: Schema;
}

export const fixtureFolder = (version: string): string => join(FOLDER, version);

export function fixtures(): Fixture[] {
  const read = <T>(version: string, file: string): T =>
    JSON.parse(readFileSync(join(FOLDER, version, file), 'utf8')) as T;
  return readdirSync(FOLDER).map((version) => ({
    version,
    commit: read<Sources>(version, 'sources.json').commit,
    backup: join(FOLDER, version, 'backup'),
    kept: read<Kept>(version, 'kept.json'),
    schema: read<Schema>(version, 'schema.json'),
  }));
}

/** Returns the main key of all fixtures. It protects no real data. It is computed so that the repository contains no key. */
export const fixtureKeys = (): string =>
  `fixture:${createHash('sha256').update('upgrade fixtures of privacy-chat').digest('base64')}`;
