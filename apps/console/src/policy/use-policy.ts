import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, client, type Schemas } from '../api/client';
import { useSession } from '../session/session';
import { useNames } from '../usage/use-names';

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

/** Returns the stored versions, newest first, and who saved them, as far as the reader may see names. */
export function usePolicyVersions() {
  const { role } = useSession();
  const { data: names } = useNames(role === 'admin' ? 'user' : undefined);
  const query = useQuery({
    queryKey: [...KEY, 'versions'],
    queryFn: async () => {
      const [versions, entries] = await Promise.all([
        ask(client.GET('/admin/v1/policy/versions')),
        ask(client.GET('/admin/v1/audit', { params: { query: { action: 'policy.set', limit: 100 } } })),
      ]);
      const authors = new Map(entries.data.map(({ counts, actor }) => [counts?.['version'], actor.user_id]));
      return versions.data.map((version) => ({ ...version, author: authors.get(version.version) }));
    },
  });
  const data = query.data?.map(({ author, ...version }) => ({ ...version, by: names?.get(author ?? '') }));
  return { ...query, data } as UseQueryResult<NonNullable<typeof data>>;
}

/** Returns the policy of a stored version; without a version, it asks for none. */
export const usePolicyVersion = (version: number | undefined) =>
  useQuery({
    queryKey: [...KEY, 'versions', version],
    queryFn: async () => {
      const params = { path: { version: String(version) } };
      return (await ask(client.GET('/admin/v1/policy/versions/{version}', { params }))).data.policy;
    },
    enabled: version !== undefined,
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
