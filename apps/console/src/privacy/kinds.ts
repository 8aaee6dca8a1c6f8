import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';

export type Kind = Schemas['KindDto']['kind'];

/** Kinds with the same color in a text. */
const FAMILIES: Readonly<Record<Kind, string>> = {
  Names: 'person',
  Usernames: 'person',
  Emails: 'contact',
  Phone: 'contact',
  Urls: 'contact',
  IpAddresses: 'contact',
  Addresses: 'place',
  Locations: 'place',
  Birthdates: 'time',
  Dates: 'time',
  Organizations: 'organization',
  BankAccounts: 'number',
  Cards: 'number',
  IdNumbers: 'number',
  Plates: 'number',
  References: 'number',
  Secrets: 'number',
  Terms: 'term',
};

export const familyOf = (kind: Kind): string => FAMILIES[kind];

/** Returns the kinds of personal data with their modes in the policy, and whether users may turn protection off. */
export const useKinds = () =>
  useQuery({
    queryKey: ['kinds'],
    queryFn: async () => {
      const answer: KindsAnswer = await ask(client.GET('/ai/v1/kinds'));
      return { kinds: answer.data, allowsUnprotected: answer.allow_unprotected ?? true };
    },
  });

type KindsAnswer = Schemas['KindsDto'] & { allow_unprotected?: boolean };

/** Returns the choices of a request: `All` if the user chose nothing else. */
export const choicesOf = (kinds: readonly string[] | undefined): ('All' | Kind)[] =>
  kinds === undefined ? ['All'] : ([...kinds] as Kind[]);

export const KINDS = Object.keys(FAMILIES) as readonly Kind[];
