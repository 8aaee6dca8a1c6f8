import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, client, type Schemas } from '../../api/client';
import { toFailure } from '../../api/failure';

export type Finding = Schemas['HiddenValueDto'] & {
  /** Whether the value stays unhidden because its kind is not chosen. */
  isClear: boolean;
};
const TYPING_MS = 450;

type Question = Schemas['PreviewDto'];

/**
 * Finds all personal data in a prompt when the user stops typing, whether it will be hidden or not. The service stores
 * nothing of it.
 */
export function usePreview(question: Question) {
  const settled = useSettled(JSON.stringify(question), TYPING_MS);
  const { prompt } = JSON.parse(settled) as Question;
  const query = useQuery({
    queryKey: ['preview', settled],
    enabled: prompt.trim() !== '',
    queryFn: async ({ signal }) => {
      const body = JSON.parse(settled) as Question;
      return {
        prompt: body.prompt,
        findings: (await ask(client.POST('/ai/v1/preview', { body, signal }))).data,
      };
    },
    placeholderData: keepPreviousData,
    // A newer preview ends the previous one. That is no failure, and a retry succeeds.
    retry: (count, error) => toFailure(error).code === 'conflict' && count < 2,
    gcTime: 0,
    staleTime: Infinity,
  });
  return {
    shown: question.prompt.trim() === '' ? undefined : query.data,
    error: query.error,
    isSettled: !query.isFetching,
  };
}

/** Returns a value once it has not changed for `restMs`. */
function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
