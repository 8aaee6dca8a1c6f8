import type { Finding } from './planted-search';
import type { Plant, PlantKind } from './plants';

interface Allowance {
  /** Why a value may be there. */
  why: string;
  place: RegExp;
  kinds?: readonly PlantKind[];
  field?: RegExp;
  form?: RegExp;
}

/** The only places where a planted value may be, each because the contract wants it there. */
const ALLOWED: readonly Allowance[] = [
  {
    why: 'the model gets what is not personal, and what its user asked to send as it is (contract: Anonymizing and restoring)',
    place: /^upstream$/,
    kinds: ['content', 'open'],
  },
  {
    why: 'the provider knows its own key',
    place: /^upstream authorization$/,
    field: /^LLM_API_KEY$/,
  },
  {
    why: 'refresh tokens are stored as hashes: 256 random bits are not to be guessed (contract: Login and tokens)',
    place: /^row:refresh_tokens\.hash$|^database file:/,
    field: /^refreshToken$/,
    form: /^sha256, base64(url)?$/,
  },
  {
    why: 'the webhook body is the result (contract: Webhooks)',
    place: /^webhook$/,
    kinds: ['content', 'open'],
  },
  {
    why: 'accounts are known by their names (contract: Login and tokens)',
    place: /^row:(users\.(user|login)_name|organizations\.name)$|^database file:/,
    field: /^(userName|organization name)/,
  },
  {
    why: 'groups and keys are known by their names (contract: People, groups and keys)',
    place: /^row:(groups|api_keys)\.name$|^database file:/,
    field: /^(group|key) name/,
  },
  {
    why: 'keys are stored as hashes: 256 random bits are not to be guessed (contract: People, groups and keys)',
    place: /^row:api_keys\.hash$|^database file:/,
    field: /^API key$/,
    form: /^sha256, base64(url)?$/,
  },
  {
    why: 'PostgreSQL keeps deleted rows in its files until it needs the room',
    place: /^database file:/,
    field: /^name of an erased user$/,
  },
  {
    why: 'the command line shows the operator the accounts (contract: Running it)',
    place: /^cli$/,
    field: /^(userName|organization name|name of an erased user)/,
  },
  {
    why: "a failed login names the user as its caller wrote him: interface.md's words (contract: Login and tokens)",
    place: /^failure:\/idm\/v1\/auth\/login$/,
    field: /^userName/,
  },
];

/** Whether the contract wants the value where it was found. */
export const isAllowed = ({ place, form }: Finding, { kind, field }: Plant): boolean =>
  ALLOWED.some(
    (allowance) =>
      allowance.place.test(place) &&
      (allowance.kinds?.includes(kind) ?? true) &&
      (allowance.field?.test(field) ?? true) &&
      (allowance.form?.test(form) ?? true),
  );
