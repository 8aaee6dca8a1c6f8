import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { rowsOfAll } from '../api/pages';
import { changeWork, workKeyOf } from '../chat/work/work';
import { setWishes } from '../preferences';

export type Assistant = Schemas['AssistantDto'];
export type AssistantDetails = Schemas['AssistantDetailsDto'];
export type AssistantVersion = Schemas['AssistantVersionDto'];
export type NewAssistant = Schemas['NewAssistantDto'];

const KEY = ['assistants'];
const at = (id: string) => ({ params: { path: { assistant_id: id } } });

/** Returns all assistants that the user may use, newest first. */
export const useAssistants = () =>
  useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: () => rowsOfAll((query) => ask(client.GET('/ai/v1/assistants', { params: { query } }))),
  });

/** Returns one assistant with its documents. */
export const useAssistant = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await ask(client.GET('/ai/v1/assistants/{assistant_id}', at(id)))).data,
  });

/** Returns the stored versions of an assistant, newest first. */
export const useAssistantVersions = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'versions', id],
    queryFn: async () => (await ask(client.GET('/ai/v1/assistants/{assistant_id}/versions', at(id)))).data,
  });

/** Returns the user's actions on assistants. */
export function useAssistantChanges() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: KEY });
  const atDocument = (id: string, document: string) => ({
    params: { path: { assistant_id: id, document_id: document } },
  });
  return {
    create: useMutation({
      mutationFn: (body: NewAssistant) => ask(client.POST('/ai/v1/assistants', { body })),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: Schemas['ChangedAssistantDto'] & { id: string }) =>
        ask(client.PUT('/ai/v1/assistants/{assistant_id}', { ...at(id), body })),
      onSuccess,
    }),
    remove: async (id: string) => {
      await ask(client.DELETE('/ai/v1/assistants/{assistant_id}', at(id)));
      queries.removeQueries({ queryKey: [...KEY, 'one', id] });
      await onSuccess();
    },
    addDocument: async (id: string, document: string) => {
      const path = '/ai/v1/assistants/{assistant_id}/documents/{document_id}';
      await ask(client.PUT(path, atDocument(id, document)));
      await onSuccess();
    },
    removeDocument: async (id: string, document: string) => {
      const path = '/ai/v1/assistants/{assistant_id}/documents/{document_id}';
      await ask(client.DELETE(path, atDocument(id, document)));
      await onSuccess();
    },
  };
}

/** Chooses an assistant for the new conversation, and its model, which the user can change there. */
export function startWith({ assistant_id: id, name, variables, model }: Assistant): void {
  if (model !== null) setWishes({ model });
  const values = Object.fromEntries(variables.map((variable) => [variable, '']));
  changeWork(workKeyOf(undefined), { assistant: { id, name, values } });
}
