import { Injectable } from '@nestjs/common';
import { IssuedTable } from '@app/anonymization';
import { AppError, Clock, invalid, isId, type Owner } from '@app/common';
import { MappingKeysStore } from './mapping-keys.store';

const DAY_MS = 24 * 60 * 60_000;
/** The days for which a mapping is valid. */
export const VALID_DAYS = 30;
/** The largest mapping in characters. */
const MOST_CHARACTERS = 1_048_576;
/** The length of the id of a key before the sealed content. */
const ID_BYTES = 16;

/** Returns the UTC day, counted from 1970-01-01. */
export const dayOf = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

/**
 * Seals what restores the values of a text, so that its user can keep it and this service stores nothing of it but a key
 * (contract: Cases). A mapping is bound to its user, organization, purpose and expiry.
 */
@Injectable()
export class SealedMappings {
  constructor(
    private readonly keys: MappingKeysStore,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `too_large` */
  async seal(owner: Owner, issued: IssuedTable): Promise<string> {
    const now = this.clock.now();
    const key = await this.keys.ofDay(owner, dayOf(now));
    const expiresAt = now.getTime() + VALID_DAYS * DAY_MS;
    const sealed = key.seal(`${expiresAt}\n${await issued.write()}`, bindingOf(owner));
    const mapping = Buffer.concat([bytesOf(key.subjectId), sealed]).toString('base64url');
    if (mapping.length > MOST_CHARACTERS)
      throw new AppError(
        'too_large',
        'The mapping of this text would have more than 1 MiB; use a shorter text, or a case',
      );
    return mapping;
  }

  /** @throws AppError `mapping_invalid` if it is malformed, changed or expired, or belongs to another user */
  async open(owner: Owner, mapping: string): Promise<IssuedTable> {
    const content = await this.contentOf(owner, mapping);
    const end = content?.indexOf('\n') ?? -1;
    if (content === undefined || Number(content.slice(0, end)) <= this.clock.now().getTime()) throw refused();
    return IssuedTable.read(content.slice(end + 1));
  }

  private async contentOf(owner: Owner, mapping: string): Promise<string | undefined> {
    if (mapping.length > MOST_CHARACTERS) return undefined;
    const bytes = Buffer.from(mapping, 'base64url');
    const id = idOf(bytes);
    // Node ignores characters that base64url does not have.
    if (!isId(id) || bytes.toString('base64url') !== mapping) return undefined;
    const key = await this.keys.withId(owner, id);
    try {
      return key?.openText(bytes.subarray(ID_BYTES), bindingOf(owner));
    } catch {
      return undefined; // It was changed.
    }
  }
}

const refused = (): AppError =>
  invalid('mapping', 'must be one that you received in the last 30 days, unchanged', 'mapping_invalid');

const bindingOf = ({ organizationId, userId }: Owner): string => `mapping:${organizationId}/${userId}`;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
