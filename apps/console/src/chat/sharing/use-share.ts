import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../../api/client';
import { toFailure } from '../../api/failure';
import { usePaged } from '../../ui/paged';

export type Share = Schemas['ShareDto'];
export type SharedChatPage = Schemas['SharedChatAnswerDto'];

/** Returns the link to a conversation of the user; null if it is not shared. */
export function useShare(chatId: string) {
  const queries = useQueryClient();
  const key = ['share', chatId];
  const at = { params: { path: { session_id: chatId } } };
  const set = (share: Share | null) => queries.setQueryData(key, share);
  return {
    query: useQuery({
      queryKey: key,
      queryFn: async () => {
        try {
          return (await ask(client.GET('/ai/v1/sessions/{session_id}/share', at))).data;
        } catch (thrown) {
          if (toFailure(thrown).code === 'not_found') return null;
          throw thrown;
        }
      },
    }),
    create: useMutation({
      mutationFn: (body: Schemas['ShareSessionDto']) =>
        ask(client.POST('/ai/v1/sessions/{session_id}/share', { ...at, body })),
      onSuccess: ({ data }) => set(data),
    }),
    end: useMutation({
      mutationFn: () => ask(client.DELETE('/ai/v1/sessions/{session_id}/share', at)),
      onSuccess: () => set(null),
    }),
  };
}

/** Returns a conversation that a colleague shared: its head, and the turns that were loaded so far. */
export function useSharedChat(id: string) {
  const query = usePaged(['shared-chat', id], (cursor) =>
    ask(
      client.GET('/ai/v1/shares/{share_id}', {
        params: { path: { share_id: id }, query: cursor === undefined ? {} : { cursor } },
      }),
    ),
  );
  const first = query.data?.pages[0] as SharedChatPage | undefined;
  return { query, chat: first?.chat };
}
