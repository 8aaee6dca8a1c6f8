import { escapeIdentifier } from 'pg';
import type { DatabaseConfig } from '@app/config';
import { connect } from './backup-connection';

/** A database beside that of the service, on the same server. */
export class ScratchDatabaseStore {
  constructor(
    private readonly database: DatabaseConfig,
    private readonly name: string,
  ) {}

  /** The scratch database, with the roles of the service. */
  get target(): Pick<DatabaseConfig, 'url' | 'ownerUrl' | 'poolSize'> {
    const { url, ownerUrl, poolSize } = this.database;
    return { url: this.at(url), ownerUrl: this.at(ownerUrl), poolSize };
  }

  /** @throws the driver's error, such as 42501 if the owner of the tables may not create databases */
  create(): Promise<void> {
    return this.onServer(`CREATE DATABASE ${escapeIdentifier(this.name)}`);
  }

  drop(): Promise<void> {
    return this.onServer(`DROP DATABASE IF EXISTS ${escapeIdentifier(this.name)} WITH (FORCE)`);
  }

  private async onServer(statement: string): Promise<void> {
    const client = await connect(this.database.ownerUrl);
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private readonly at = (url: string): string =>
    Object.assign(new URL(url), { pathname: `/${this.name}` }).toString();
}
