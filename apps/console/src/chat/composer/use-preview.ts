import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, client, type Schemas } from '../../api/client';
import { toFailure } from '../../api/failure';

export type Finding = Schemas['HiddenValueDto'];
const TYPING_MS = 450;

type Question = Schemas['PreviewDto'];

/** What would be hidden in a prompt, asked for when somebody pauses in their typing. Nothing is kept of it. */
export function usePreview(question: Question, enabled: boolean) {
  const settled = useSettled(JSON.stringify(question), TYPING_MS);
  const { prompt } = JSON.parse(settled) as Question;
  const query = useQuery({
    queryKey: ['preview', settled],
    enabled: enabled && prompt.trim() !== '',
    queryFn: async ({ signal }) => {
      const body = JSON.parse(settled) as Question;
      return {
        prompt: body.prompt,
        findings: (await ask(client.POST('/ai/v1/preview', { body, signal }))).data,
      };
    },
    placeholderData: keepPreviousData,
    // A newer preview ends the one before it: that is no failure to be told of, and asked again it goes through.
    retry: (count, error) => toFailure(error).status === 409 && count < 2,
    gcTime: 0,
    staleTime: Infinity,
  });
  return {
    shown: question.prompt.trim() === '' ? undefined : query.data,
    error: query.error,
    isSettled: !query.isFetching,
  };
}

/** A value once it has rested. */
function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
