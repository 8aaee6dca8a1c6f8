import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Check, Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { newId } from '@app/common';

/** The file store of this installation, in the only row. */
@Entity('file_store')
@Check('file_store_is_only', 'is_only')
export class FileStoreRow {
  @PrimaryColumn('boolean', { name: 'is_only', default: true, primaryKeyConstraintName: 'file_store_pkey' })
  isOnly!: boolean;

  /** The id of the installation, which marks the store. */
  @Column('uuid') id!: string;
  /** Whether a store has been marked with the id. */
  @Column('boolean') marked!: boolean;
  /** Names of files that were stored before there were marks. */
  @Column('text', { array: true }) sample!: string[];
}

export type KnownStore = Pick<FileStoreRow, 'id' | 'marked' | 'sample'>;

/**
 * Returns the id with which the store of this installation is marked; no row if it is not marked yet. For backups, which
 * have their own connection.
 */
export const MARKED_STORE = 'SELECT id FROM file_store WHERE marked';

/** Lets a restored installation mark the store that it starts with: the backup has filled it. */
export const UNMARK_RESTORED_STORE = `UPDATE file_store SET marked = false, sample = '{}'`;

/** Stores the id of the installation. */
@Injectable()
export class FileStoreStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Creates the id if there is none yet. */
  async read(): Promise<KnownStore> {
    await this.db.query(
      `INSERT INTO file_store (id, marked, sample) VALUES ($1, false, '{}') ON CONFLICT DO NOTHING`,
      [newId()],
    );
    const [row] = await this.db.query<[KnownStore]>('SELECT id, marked, sample FROM file_store');
    return row;
  }

  async noteMarked(): Promise<void> {
    await this.db.query('UPDATE file_store SET marked = true');
  }
}
