import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';

export type Status = Schemas['StatusDto'];

interface Readiness {
  status: string;
  postgres?: string;
  redis?: string;
  maintenance?: true;
}

export const useStatus = () =>
  useQuery({ queryKey: ['status'], queryFn: async () => (await ask(client.GET('/admin/v1/status'))).data });

/** Status 503 also has a body, which describes what is not ready. */
export const useReadiness = (refetchInterval: number | false = false) =>
  useQuery({
    queryKey: ['readiness'],
    refetchInterval,
    queryFn: async () => (await (await fetch('/health/ready')).json()) as Readiness,
  });

export const ORGANIZATION_KEY = ['organization'];

/** Returns the organization. Only admins may read it. */
export const useOrganization = (enabled = true) =>
  useQuery({
    queryKey: ORGANIZATION_KEY,
    queryFn: async () => (await ask(client.GET('/admin/v1/organization'))).data,
    enabled,
  });
