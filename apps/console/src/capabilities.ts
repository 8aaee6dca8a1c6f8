import { useQuery } from '@tanstack/react-query';
import { ask, client } from './api/client';

/** Returns the optional features that the operator has set up; undefined until they are known. */
export const useCapabilities = () =>
  useQuery({
    queryKey: ['capabilities'],
    queryFn: async () => (await ask(client.GET('/ai/v1/capabilities'))).data,
    staleTime: Infinity,
  }).data;
