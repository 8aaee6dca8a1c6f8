import type { Source } from './product-sources';

export const STORE = /\.store\.ts$/;
export const MIGRATION = /\/migrations\//;
/** SQL for a table that is named at run time. */
export const NAMED_AT_RUN_TIME = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY|TRUNCATE|COPY)\s+"?\$\{/;

/** An entity of the product, in the lib to which its table belongs. */
export interface Entity {
  name: string;
  table: string;
  file: string;
}

export const entitiesOf = (sources: readonly Source[]): Entity[] =>
  sources.flatMap(({ fileName: file, text }) =>
    [...text.matchAll(/@Entity\('(\w+)'\)[^]*?\bclass (\w+)/g)].map(([, table = '', name = '']) => ({
      name,
      table,
      file,
    })),
  );

/** Returns the tables that migrations create or that have an entity. */
export const tablesOf = (sources: readonly Source[]): Set<string> =>
  new Set([
    ...entitiesOf(sources).map(({ table }) => table),
    ...sources
      .filter(({ fileName }) => MIGRATION.test(fileName))
      .flatMap(({ text }) => [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)])
      .map(([, table = '']) => table),
  ]);
