import type { Role } from '../session/session';
import type { Texts } from '../texts/en';
import type { IconName } from '../ui/icon';

interface Screen {
  path: string;
  name: keyof Texts['nav'];
  icon: IconName;
  roles: readonly Role[];
  /** The feature that the operator must have set up. */
  needs?: 'transcription';
}

const EVERYBODY: readonly Role[] = ['member', 'auditor', 'admin'];
const READERS: readonly Role[] = ['auditor', 'admin'];
const ADMINS: readonly Role[] = ['admin'];

/** The screens for a user's own work. */
export const OWN_SCREENS: readonly Screen[] = [
  { path: '/chat', name: 'chat', icon: 'chat', roles: EVERYBODY },
  { path: '/assistants', name: 'assistants', icon: 'assistant', roles: EVERYBODY },
  { path: '/cases', name: 'cases', icon: 'case', roles: EVERYBODY },
  { path: '/anonymize', name: 'anonymize', icon: 'hide', roles: EVERYBODY },
  { path: '/files', name: 'files', icon: 'attach', roles: EVERYBODY },
  { path: '/restore', name: 'restore', icon: 'restore', roles: EVERYBODY },
  { path: '/transcribe', name: 'transcribe', icon: 'microphone', roles: EVERYBODY, needs: 'transcription' },
  { path: '/keys', name: 'keys', icon: 'key', roles: EVERYBODY },
];

/** The screens that manage an organization, by the roles that the service allows. */
export const ORGANIZATION_SCREENS: readonly Screen[] = [
  { path: '/people', name: 'people', icon: 'people', roles: ADMINS },
  { path: '/groups', name: 'groups', icon: 'groups', roles: ADMINS },
  { path: '/privacy', name: 'privacy', icon: 'shield', roles: READERS },
  { path: '/evaluations', name: 'evaluations', icon: 'check', roles: ADMINS },
  { path: '/usage', name: 'usage', icon: 'chart', roles: READERS },
  { path: '/report', name: 'report', icon: 'print', roles: READERS },
  { path: '/jobs', name: 'jobs', icon: 'jobs', roles: READERS },
  { path: '/audit', name: 'audit', icon: 'audit', roles: READERS },
  { path: '/status', name: 'status', icon: 'status', roles: ADMINS },
];

export const isOpenTo = (role: Role, path: string): boolean =>
  [...OWN_SCREENS, ...ORGANIZATION_SCREENS].some(
    (screen) => screen.path === path && screen.roles.includes(role),
  );
