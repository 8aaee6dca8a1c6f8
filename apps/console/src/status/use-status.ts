import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';

export type Status = Schemas['StatusDto'];

interface Readiness {
  status: string;
  postgres?: string;
  redis?: string;
}

export const useStatus = () =>
  useQuery({ queryKey: ['status'], queryFn: async () => (await ask(client.GET('/admin/v1/status'))).data });

/** Also what is not ready says what is wrong, with status 503. */
export const useReadiness = () =>
  useQuery({
    queryKey: ['readiness'],
    queryFn: async () => (await (await fetch('/health/ready')).json()) as Readiness,
  });

export const useOrganization = () =>
  useQuery({
    queryKey: ['organization'],
    queryFn: async () => (await ask(client.GET('/admin/v1/organization'))).data,
  });
