import { invalid } from '@app/common';
import { LIST_SCHEMA, type Resource } from './attributes';

/** The most resources of one answer. */
export const MOST_RESULTS = 200;
const USUAL_RESULTS = 100;

/** A page of a list, by index (RFC 7644, section 3.4.2.4). */
export interface PageQuery {
  filter?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
}

export interface Window {
  offset: number;
  limit: number;
}

/** @throws AppError `bad_request` */
export const windowOf = ({ startIndex, count }: PageQuery): Window => ({
  offset: Math.max(1, numberOf('startIndex', startIndex, 1)) - 1,
  limit: Math.min(MOST_RESULTS, Math.max(0, numberOf('count', count, USUAL_RESULTS))),
});

function numberOf(name: string, written: string | undefined, otherwise: number): number {
  if (written === undefined) return otherwise;
  if (/^-?\d{1,9}$/.test(written)) return Number(written);
  throw invalid(name, 'must be a whole number');
}

export const listOf = (total: number, { offset }: Window, resources: readonly Resource[]): Resource => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
