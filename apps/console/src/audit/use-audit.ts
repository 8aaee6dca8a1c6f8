import { useMutation } from '@tanstack/react-query';
import { ask, send, client, type Schemas } from '../api/client';
import { addressOf } from '../settings';
import { download } from '../ui/download';
import { usePaged } from '../ui/paged';

export type Entry = Schemas['AuditEntryDto'];

/** The filter of entries, with days as `YYYY-MM-DD`; an empty field selects all. */
export interface Filter {
  since: string;
  until: string;
  action: Entry['action'] | '';
  outcome: (typeof OUTCOMES)[number] | '';
  /** The id of the person who acted. */
  actor: string;
  /** The id of the object. */
  subject: string;
}

export const OUTCOMES = ['done', 'refused', 'failed'] as const;
export const NO_FILTER: Filter = { since: '', until: '', action: '', outcome: '', actor: '', subject: '' };

export const useAudit = (filter: Filter) =>
  usePaged(['audit', filter], (cursor) =>
    ask(
      client.GET('/admin/v1/audit', {
        params: { query: { ...queryOf(filter), limit: 50, ...(cursor && { cursor }) } },
      }),
    ),
  );

/** Verifies the audit trail. */
export const useVerify = () =>
  useMutation({ mutationFn: async () => (await ask(client.GET('/admin/v1/audit/verify'))).data });

export const useExport = (filter: Filter) =>
  useMutation({
    mutationFn: async (format: 'ndjson' | 'csv') => {
      const query = new URLSearchParams({ ...queryOf(filter), format });
      const request = new Request(`${addressOf('/admin/v1/audit/export')}?${query.toString()}`);
      const response = await send(request);
      download(`audit.${format}`, await response.blob());
    },
  });

/** Returns the filter as a query. The last day is included. */
const queryOf = ({ since, until, action, outcome, actor, subject }: Filter) => ({
  ...(since && { since: `${since}T00:00:00Z` }),
  ...(until && { until: `${until}T23:59:59Z` }),
  ...(action && { action }),
  ...(outcome && { outcome }),
  ...(actor && { actor }),
  ...(subject && { subject }),
});
