import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { rowsOfAll } from '../api/pages';
import { useFormats, useTexts } from '../texts';

export type Case = Schemas['CaseDto'];
export type CaseDetails = Schemas['CaseDetailsDto'];
const KEY = ['cases'];

/** Returns all open cases that the user may use, newest first. */
export const useCases = () =>
  useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: () => rowsOfAll((query) => ask(client.GET('/ai/v1/cases', { params: { query } }))),
  });

const at = (id: string) => ({ params: { path: { case_id: id } } });

/** Returns one case with the people who may use it. */
export const useCase = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await ask(client.GET('/ai/v1/cases/{case_id}', at(id)))).data,
  });

/** Returns the groups that the user is in. */
export const useOwnGroups = () =>
  useQuery({
    queryKey: ['own-groups'],
    queryFn: async () => (await ask(client.GET('/ai/v1/groups'))).data,
  });

/** Returns the user's actions on cases. */
export function useCaseChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    create: useMutation({
      mutationFn: (body: Schemas['CreateCaseDto']) => ask(client.POST('/ai/v1/cases', { body })),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: Schemas['ChangeCaseDto'] & { id: string }) =>
        ask(client.PATCH('/ai/v1/cases/{case_id}', { ...at(id), body })),
      onSuccess,
    }),
    remove: async (id: string) => {
      await ask(client.DELETE('/ai/v1/cases/{case_id}', at(id)));
      queries.removeQueries({ queryKey: [...KEY, 'one', id] });
      await onSuccess();
    },
    previewForgetting: useMutation({
      mutationFn: async ({ id, value }: { id: string; value: string }) =>
        (await ask(client.POST('/ai/v1/cases/{case_id}/forget/preview', { ...at(id), body: { value } })))
          .data,
    }),
    forget: useMutation({
      mutationFn: async ({ id, values }: { id: string; values: string[] }) =>
        (await ask(client.POST('/ai/v1/cases/{case_id}/forget', { ...at(id), body: { values } }))).data,
      onSuccess,
    }),
  };
}

/** The longest text that the service searches for. */
const LONGEST = 200;

/** Returns the user's own conversations of a case with all words of a value in their texts or names. */
export const useChatsWith = (caseId: string, value: string) =>
  useQuery({
    queryKey: ['conversations', 'of-case', caseId, value],
    queryFn: async ({ signal }) => {
      const text = value.trim().slice(0, LONGEST);
      const found = await rowsOfAll(({ cursor }) =>
        ask(client.POST('/ai/v1/sessions/search', { body: { text, ...(cursor && { cursor }) }, signal })),
      );
      return found.filter(({ case_id: id }) => id === caseId);
    },
    gcTime: 0,
  });

/** Returns a function that names a case, also one that was created without a name. */
export function useCaseName() {
  const t = useTexts();
  const formats = useFormats();
  return ({ name, created_at: at }: Pick<Case, 'name' | 'created_at'>): string =>
    name || t.cases.unnamed(formats.dateTime(at));
}
