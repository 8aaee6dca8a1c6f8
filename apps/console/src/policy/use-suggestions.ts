import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';

export type Suggestion = Schemas['SuggestionDto'];

/** The values that users corrected often or suggested, and the decisions about them. */
export function useSuggestions() {
  const queries = useQueryClient();
  const key = ['suggestions'];
  const at = ({ suggestion_id }: Suggestion) => ({ params: { path: { suggestion_id } } });
  const onSuccess = () => queries.invalidateQueries({ queryKey: key });
  return {
    query: useQuery({
      queryKey: key,
      queryFn: async () => (await ask(client.GET('/admin/v1/suggestions'))).data,
    }),
    accept: useMutation({
      mutationFn: (one: Suggestion) =>
        ask(client.POST('/admin/v1/suggestions/{suggestion_id}/accept', at(one))),
      onSuccess,
    }),
    dismiss: useMutation({
      mutationFn: (one: Suggestion) => ask(client.DELETE('/admin/v1/suggestions/{suggestion_id}', at(one))),
      onSuccess,
    }),
  };
}
