import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { KIND_TABLE } from './kind-table';

export type Kind = Schemas['KindDto']['kind'];

/** Returns the family of a kind, and whether a policy or a request can leave it unhidden or refuse it. */
export const factsOf = (kind: Kind) => KIND_TABLE[kind];

/** Returns the group of kinds with the same color. */
export const familyOf = (kind: Kind): string => factsOf(kind).family;

/** Returns the kinds of personal data with their modes in the policy, and what else it allows users. */
export const useKinds = () =>
  useQuery({
    queryKey: ['kinds'],
    queryFn: async () => {
      const answer: KindsAnswer = await ask(client.GET('/ai/v1/kinds'));
      return {
        kinds: answer.data,
        allowsUnprotected: answer.allow_unprotected ?? true,
        sharesOriginals: answer.share_originals ?? false,
      };
    },
  });

type KindsAnswer = Schemas['KindsDto'] & { allow_unprotected?: boolean; share_originals?: boolean };

/** Returns the choices of a request: `All` if the user chose nothing else. */
export const choicesOf = (kinds: readonly string[] | undefined): ('All' | Kind)[] =>
  kinds === undefined ? ['All'] : ([...kinds] as Kind[]);

export const KINDS = Object.keys(KIND_TABLE) as readonly Kind[];
