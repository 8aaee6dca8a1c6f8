import type { Finding } from './planted-search';
import type { Plant, PlantKind } from './plants';

interface Allowance {
  /** Why the value is allowed there. */
  why: string;
  place: RegExp;
  kinds?: readonly PlantKind[];
  field?: RegExp;
  form?: RegExp;
}

/** The only places where a planted value may be found. The contract requires each. */
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
    why: "an identity provider's names of users and groups are stored (contract: SCIM)",
    place: /^row:(user_profiles|groups)\.\w+$|^database file:/,
    field: /^SCIM /,
  },
  {
    why: 'the name that a user chose is stored (contract: People, groups and keys)',
    place: /^row:user_profiles\.chosen_name$|^database file:/,
    field: /^display_name of oneself$/,
  },
  {
    why: 'invitations are stored as hashes: 256 random bits are not to be guessed (contract: People, groups and keys)',
    place: /^row:users\.invitation_hash$|^database file:/,
    field: /^invitation$/,
    form: /^sha256, base64(url)?$/,
  },
  {
    why: "a browser's cookies and login codes are stored as hashes: 256 random bits are not to be guessed (contract: Console session)",
    place: /^row:(refresh_tokens|login_codes)\.(browser_)?hash$|^database file:/,
    field: /^(cookie of a (session|login_code)|login_code)$/,
    form: /^sha256, base64(url)?$/,
  },
  {
    why: 'recovery codes are stored as hashes: 80 random bits are not to be guessed (contract: Second factor)',
    place: /^row:recovery_codes\.hash$|^database file:/,
    field: /^recovery code$/,
    form: /^sha256, base64(url)?$/,
  },
  {
    why: 'a user of single sign-on is known by issuer and sub (contract: Single sign-on)',
    place: /^row:(user_identities|provider_logins)\.subject$|^database file:/,
    field: /^sub at the provider$/,
  },
  {
    why: 'a browser is given its own cookies (contract: Console session)',
    place: /^header:set-cookie of \/idm\/v1\/(session|oidc\/)/,
    field: /^cookie of a /,
  },
  {
    why: 'a browser takes state and nonce to the provider, and the login code to the console (contract: Single sign-on)',
    place: /^header:location of \/idm\/v1\/oidc\//,
    field: /^((state|nonce) of a login|login_code)$/,
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
    place: /^failure:\/idm\/v1\/(auth\/login|session)$/,
    field: /^userName/,
  },
];

/** Whether the contract allows the value in this place. */
export const isAllowed = ({ place, form }: Finding, { kind, field }: Plant): boolean =>
  ALLOWED.some(
    (allowance) =>
      allowance.place.test(place) &&
      (allowance.kinds?.includes(kind) ?? true) &&
      (allowance.field?.test(field) ?? true) &&
      (allowance.form?.test(form) ?? true),
  );
