import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { toFailure } from '../api/failure';
import { usePaged } from '../ui/paged';

export type Job = Schemas['JobSummaryDto'];
export type WebhookEvent = Schemas['SetWebhookDto']['events'][number];
const JOBS = ['jobs'];
const WEBHOOK = ['webhook'];
const ASK_AGAIN_MS = 1_000;

/** Returns the states of all the organization's jobs, without contents. */
export const useJobs = () =>
  usePaged(JOBS, (cursor) =>
    ask(client.GET('/admin/v1/jobs', { params: { query: { ...(cursor && { cursor }) } } })),
  );

export const useJob = (id: string) =>
  useQuery({
    queryKey: ['job', id],
    queryFn: async () =>
      (await ask(client.GET('/admin/v1/jobs/{job_id}', { params: { path: { job_id: id } } }))).data,
  });

export function useRedeliver() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      ask(client.POST('/admin/v1/jobs/{job_id}/redeliver', { params: { path: { job_id: id } } })),
    onSuccess: (_, id) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: JOBS }),
        queries.invalidateQueries({ queryKey: ['job', id] }),
      ]),
  });
}

/** Returns the organization's webhook, or null if there is none. */
export const useWebhook = () =>
  useQuery({
    queryKey: WEBHOOK,
    queryFn: async () => {
      try {
        return (await ask(client.GET('/admin/v1/webhook'))).data;
      } catch (thrown) {
        if (toFailure(thrown).status === 404) return null;
        throw thrown;
      }
    },
  });

export function useSetWebhook() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['SetWebhookDto'] | undefined) =>
      ask<unknown>(body ? client.PUT('/admin/v1/webhook', { body }) : client.DELETE('/admin/v1/webhook')),
    onSuccess: () => queries.invalidateQueries({ queryKey: WEBHOOK }),
  });
}

/** Sends a test event and polls its state until the delivery ends. */
export function useTestEvent() {
  const send = useMutation({
    mutationFn: async () => (await ask(client.POST('/admin/v1/webhook/test'))).data.event_id,
  });
  const id = send.data ?? '';
  const delivery = useQuery({
    queryKey: ['webhook-event', id],
    enabled: send.isSuccess,
    queryFn: async () =>
      (await ask(client.GET('/admin/v1/webhook/events/{event_id}', { params: { path: { event_id: id } } })))
        .data,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? ASK_AGAIN_MS : false),
  });
  return { send, delivery };
}
