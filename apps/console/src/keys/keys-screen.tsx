import { useState } from 'react';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { KeyTable } from './key-table';
import { NewKey } from './new-key';
import type { Owner } from './use-keys';

const OWNERS: readonly Owner[] = ['own', 'organization'];

/** Keys for programs: the user's own and, for admins, those of the organization. */
export function KeysScreen() {
  const t = useTexts();
  const { role } = useSession();
  const [owner, setOwner] = useState<Owner>('own');
  const [adds, setAdds] = useState(false);
  return (
    <Page
      title={t.nav.keys}
      intro={t.keys.intro}
      actions={
        <Button look="primary" icon="plus" onClick={() => setAdds(true)}>
          {t.keys.add}
        </Button>
      }
    >
      {role === 'admin' ? (
        <Tabs
          label={t.nav.keys}
          tabs={OWNERS.map((owner) => ({
            value: owner,
            name: t.keys.owners[owner],
            content: <KeyTable owner={owner} />,
          }))}
          onChange={setOwner}
        />
      ) : (
        <KeyTable owner="own" />
      )}
      {adds && <NewKey owner={owner} onClose={() => setAdds(false)} />}
    </Page>
  );
}
