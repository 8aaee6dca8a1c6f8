import type { Schemas } from '../src/api/client';
import type { Case } from '../src/cases/use-cases';

const at = '2026-01-15T09:30:00.000Z';

/** A case of the user. */
export const NORDWERK: Case = {
  case_id: 'nordwerk',
  name: 'Nordwerk',
  style: 'surrogates',
  is_owner: true,
  entities: 2,
  members: 1,
  group_id: null,
  created_at: at,
  last_used_at: at,
  expires_at: null,
};

/** A chat that belongs to no case. */
export const LETTER: Schemas['ListedSessionDto'] = {
  id: 'letter',
  name: 'Letter to a customer',
  created_at: at,
  last_used_at: at,
  pinned: false,
  case_id: null,
};
