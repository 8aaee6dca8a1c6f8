import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, client, type Schemas } from '../api/client';

export type Policy = Schemas['PolicyDto'] & {
  /** If absent, the service is older than this field and lets users turn protection off. */
  allow_unprotected?: boolean;
};
export type Mode = Schemas['KindDto']['mode'];
const KEY = ['policy'];
const TYPING_MS = 500;

export const usePolicy = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async () => (await ask(client.GET('/admin/v1/policy'))).data,
    // A draft is based on it, so it is reloaded only on request.
    staleTime: Infinity,
  });

/**
 * Replaces the version that the draft is based on.
 *
 * @throws Failure 412 if another admin has saved a newer version
 */
export function useSavePolicy(version: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Policy) =>
      ask(client.PUT('/admin/v1/policy', { params: { header: { 'If-Match': String(version) } }, body })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      await queries.invalidateQueries({ queryKey: ['kinds'] });
    },
  });
}

/** Shows what a policy would do to a text, when the user stops typing. */
export function usePolicyPreview(policy: Policy, text: string, lang: string) {
  const question = JSON.stringify({ policy, text, lang });
  const [settled, setSettled] = useState(question);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(question), TYPING_MS);
    return () => clearTimeout(timer);
  }, [question]);
  return useQuery({
    queryKey: ['policy-preview', settled],
    queryFn: async ({ signal }) => {
      const body = JSON.parse(settled) as Schemas['PolicyPreviewDto'];
      return {
        text: body.text,
        found: (await ask(client.POST('/admin/v1/policy/preview', { body, signal }))).data,
      };
    },
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
