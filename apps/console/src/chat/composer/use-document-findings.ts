import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask, client } from '../../api/client';
import { useKinds } from '../../privacy/kinds';
import { isHidden } from '../../privacy/protection';
import { useTextLanguage } from '../../privacy/text-language';
import { findingsOf } from './document-findings';
import { useModel } from './options';

/**
 * Finds all personal data of an uploaded document, whether it will be hidden or not.
 *
 * @param chosen kinds to hide; undefined: all that `All` includes
 */
export function useDocumentFindings(doc: string, chosen: readonly string[] | undefined) {
  const lang = useTextLanguage();
  const model = useModel();
  const { data: policy } = useKinds();
  const choices = useMemo(() => [...new Set(['All', ...(chosen ?? [])])] as ['All'], [chosen]);
  const query = useQuery({
    queryKey: ['document-findings', doc, lang, model, choices.join(',')],
    enabled: model !== undefined,
    queryFn: async ({ signal }) => {
      const body = { prompt: '', doc, lang, choices, model: model!, anonymized: false };
      return ask(client.POST('/ai/v1/anonymize', { body, signal }));
    },
    staleTime: Infinity,
  });
  const data = useMemo(() => {
    const clear = new Set(
      policy?.kinds.filter((kind) => !isHidden(kind, chosen)).map(({ kind }) => kind as string),
    );
    return query.data && findingsOf(query.data, clear);
  }, [query.data, policy, chosen]);
  return { ...query, data };
}
