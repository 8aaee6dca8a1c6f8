import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../../api/client';

export type Correction = Schemas['OwnCorrectionDto'];

/** What the user left unchanged or hid in a conversation, and the suggestion of one such value to the admins. */
export function useCorrections(chatId: string) {
  const queries = useQueryClient();
  const key = ['corrections', chatId];
  const at = { params: { path: { session_id: chatId } } };
  return {
    query: useQuery({
      queryKey: key,
      queryFn: async () => (await ask(client.GET('/ai/v1/sessions/{session_id}/corrections', at))).data,
    }),
    suggest: useMutation({
      mutationFn: ({ action, value }: Correction) =>
        ask(
          client.POST('/ai/v1/sessions/{session_id}/suggestions', {
            ...at,
            body: { action, value } as Schemas['CorrectionDto'],
          }),
        ),
      onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    }),
  };
}
