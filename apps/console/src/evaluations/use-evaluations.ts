import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, send, client, type Schemas } from '../api/client';
import { addressOf } from '../settings';
import { usePaged } from '../ui/paged';

export type Evaluation = Schemas['EvaluationDto'];
export type Measurement = Schemas['MeasurementDto'];
export type TextSummary = Schemas['TextSummaryDto'];
export type EvaluationText = Schemas['EvaluationTextDto'];
export type Mark = Schemas['SpanDto'];
const KEY = ['evaluations'];
/** The most rows of a page, and the most texts of a request. */
const PAGE = 100;

const at = (evaluation_id: string) => ({ path: { evaluation_id } });
const atText = (evaluation_id: string, text_id: string) => ({ path: { evaluation_id, text_id } });
const pageAt = (cursor: string | undefined) => ({
  query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
});

/** Returns the evaluations that the admin has created, newest first. */
export const useEvaluations = () =>
  usePaged([...KEY, 'all'], (cursor) => ask(client.GET('/admin/v1/evaluations', { params: pageAt(cursor) })));

export const useEvaluation = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: async () =>
      (await ask(client.GET('/admin/v1/evaluations/{evaluation_id}', { params: at(id) }))).data,
  });

const askForTexts = (id: string, cursor?: string) =>
  ask(
    client.GET('/admin/v1/evaluations/{evaluation_id}/texts', { params: { ...at(id), ...pageAt(cursor) } }),
  );

/** Returns the texts of an evaluation in the order in which they were added, without their content. */
export const useEvaluationTexts = (id: string) =>
  usePaged([...KEY, id, 'texts'], (cursor) => askForTexts(id, cursor));

/** The most characters that one request adds, so that it takes seconds. */
const MOST_CHARACTERS = 100_000;

/** Divides texts into requests. A longer text is a request of its own. */
function portionsOf(texts: readonly string[]): string[][] {
  const portions: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const portion = portions.at(-1);
    characters += text.length;
    if (portion && portion.length < PAGE && characters <= MOST_CHARACTERS) portion.push(text);
    else {
      portions.push([text]);
      characters = text.length;
    }
  }
  return portions;
}

/** Returns the first text that is to be checked; undefined if all are checked. */
async function firstOpenText(id: string): Promise<TextSummary | undefined> {
  for (let cursor: string | undefined; ;) {
    const page = await askForTexts(id, cursor);
    const open = page.data.find(({ state }) => state === 'open');
    if (open || !page.next_cursor) return open;
    cursor = page.next_cursor;
  }
}

/** Returns one text with the values that are marked in it. */
export const useEvaluationText = (id: string, textId: string) =>
  useQuery({
    queryKey: [...KEY, id, 'texts', textId],
    queryFn: async () =>
      (
        await ask(
          client.GET('/admin/v1/evaluations/{evaluation_id}/texts/{text_id}', { params: atText(id, textId) }),
        )
      ).data,
    // The user's marks are based on it.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Returns the admin's actions on evaluations and their texts. */
export function useEvaluationChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    create: useMutation({
      mutationFn: (body: Schemas['NewEvaluationDto']) => ask(client.POST('/admin/v1/evaluations', { body })),
      onSuccess,
    }),
    remove: async (id: string) => {
      await ask(client.DELETE('/admin/v1/evaluations/{evaluation_id}', { params: at(id) }));
      queries.removeQueries({ queryKey: [...KEY, id] });
      await onSuccess();
    },
    addTexts: useMutation({
      /** Adds texts in several requests, one after another. */
      mutationFn: async ({ id, texts }: { id: string; texts: readonly string[] }) => {
        for (const portion of portionsOf(texts)) {
          const body = { texts: portion.map((text) => ({ text })) };
          await ask(client.POST('/admin/v1/evaluations/{evaluation_id}/texts', { params: at(id), body }));
        }
      },
      // If a later request was refused, the texts of the first ones were added.
      onSettled: onSuccess,
    }),
    /** Saves the marks of a text as checked, and returns the next text that is to be checked. */
    saveText: useMutation({
      mutationFn: async ({ id, of, marks }: { id: string; of: EvaluationText; marks: readonly Mark[] }) => {
        const spans = marks.map(({ start, end, kind }) => ({ start, end, kind }));
        const body = { spans, state: 'done' as const, version: of.version };
        const params = atText(id, of.text_id);
        await ask(client.PUT('/admin/v1/evaluations/{evaluation_id}/texts/{text_id}', { params, body }));
        return firstOpenText(id);
      },
      onSuccess,
    }),
    removeText: async (id: string, textId: string) => {
      const params = atText(id, textId);
      await ask(client.DELETE('/admin/v1/evaluations/{evaluation_id}/texts/{text_id}', { params }));
      await onSuccess();
    },
    /** Measures the checked texts with the policy in force and, if given, with another one. */
    measure: useMutation({
      mutationFn: ({ id, policy }: { id: string; policy: Schemas['PolicyDto'] | undefined }) =>
        ask(
          client.POST('/admin/v1/evaluations/{evaluation_id}/measure', {
            params: at(id),
            body: { ...(policy && { policy }) },
          }),
        ),
      onSuccess,
    }),
  };
}

/**
 * Returns the last measurement of an evaluation as a report in Markdown.
 *
 * @throws Failure if the request was refused
 */
export async function askForReport(id: string, lang: 'de' | 'en'): Promise<string> {
  const address = addressOf(`/admin/v1/evaluations/${id}/report`);
  return (await send(new Request(`${address}?lang=${lang}`))).text();
}
