import { invalid } from '@app/common';
import { booleanOf, isObject, operationsOf, pathOf, textOf } from './attributes';

/** The attributes of a user that the service stores. Absent ones stay unchanged. */
export interface UserValues {
  userName?: string;
  active?: boolean;
  externalId?: string | null;
  displayName?: string | null;
  givenName?: string | null;
  familyName?: string | null;
}

/** Returns whether a patch deactivates a user, and changes nothing else. */
export function onlyDeactivates(body: object): boolean {
  const { active, ...others } = readUserPatch(body);
  return active === false && Object.keys(others).length === 0;
}

type Setter = (values: UserValues, value: unknown) => void;

const SETTERS: Readonly<Record<string, Setter>> = {
  username: (values, value) => {
    const userName = textOf('userName', value);
    if (userName === null) throw invalid('userName', 'must be an e-mail address');
    values.userName = userName;
  },
  active: (values, value) => {
    values.active = booleanOf('active', value);
  },
  externalid: (values, value) => {
    values.externalId = textOf('externalId', value);
  },
  displayname: (values, value) => {
    values.displayName = textOf('displayName', value);
  },
  name: (values, value) => {
    if (value === null || value === undefined) Object.assign(values, { givenName: null, familyName: null });
    else if (isObject(value))
      for (const [part, text] of Object.entries(value)) set(values, `name.${part}`, text);
    else throw invalid('name', 'must be an object');
  },
  'name.givenname': (values, value) => {
    values.givenName = textOf('name.givenName', value);
  },
  'name.familyname': (values, value) => {
    values.familyName = textOf('name.familyName', value);
  },
};

/** Sets an attribute. Those that the service does not store are ignored, so that a provider can send its usual ones. */
function set(values: UserValues, path: string, value: unknown): void {
  const known = pathOf(path);
  if (Object.hasOwn(SETTERS, known)) SETTERS[known]!(values, value);
}

const CLEARED: UserValues = { externalId: null, displayName: null, givenName: null, familyName: null };

/** Reads a whole user. @throws AppError `bad_request` */
export function readUser(body: object): UserValues & { userName: string } {
  const values: UserValues = { ...CLEARED };
  for (const [path, value] of Object.entries(body)) set(values, path, value);
  const { userName } = values;
  if (userName === undefined) throw invalid('userName', 'must be an e-mail address');
  return { ...values, userName };
}

/** Reads a patch of a user. @throws AppError `bad_request` */
export function readUserPatch(body: object): UserValues {
  const values: UserValues = {};
  for (const { verb, path, value } of operationsOf(body)) {
    if (verb === 'remove') {
      if (path === undefined) throw invalid('path', 'must name what is removed');
      set(values, path, null);
    } else if (path !== undefined) set(values, path, value);
    else if (isObject(value)) for (const [name, one] of Object.entries(value)) set(values, name, one);
    else throw invalid('value', 'must be an object if there is no path');
  }
  return values;
}
