import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client, type Schemas } from '../api/client';
import { PEOPLE_KEY } from '../people/use-people';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Loading } from '../ui/loading';
import { FailureNotice, Notice } from '../ui/notice';

const KEY = ['profile'];
/** The limit of the service. */
const LONGEST = 100;

/** The user's own name, which admins see beside the address. */
export function OwnName() {
  const t = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await ask(client.GET('/idm/v1/profile'))).data,
  });
  return (
    <section className="card stack">
      <h2>{t.account.name}</h2>
      <p className="muted">{data?.managed ? t.account.nameManaged : t.account.nameText}</p>
      {!data && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {data?.managed && <p>{data.display_name ?? '–'}</p>}
      {data && !data.managed && <NameForm profile={data} />}
    </section>
  );
}

function NameForm({ profile }: { profile: Schemas['ProfileDto'] }) {
  const t = useTexts();
  const queries = useQueryClient();
  const [name, setName] = useState(profile.display_name ?? '');
  const save = useMutation({
    mutationFn: () =>
      ask(client.PUT('/idm/v1/profile', { body: { display_name: name.trim() === '' ? null : name } })),
    onSuccess: async ({ data }) => {
      queries.setQueryData(KEY, data);
      // An admin sees the own name in the list of people too.
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY });
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextField
        label={t.account.nameLabel}
        value={name}
        maxLength={LONGEST}
        autoComplete="name"
        onChange={(next) => {
          setName(next);
          save.reset();
        }}
      />
      <FailureNotice error={save.error} />
      {save.isSuccess && <Notice>{t.account.nameSaved}</Notice>}
      <div className="row">
        <Button type="submit" busy={save.isPending}>
          {t.common.save}
        </Button>
      </div>
    </form>
  );
}
