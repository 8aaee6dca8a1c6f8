import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Page } from '../ui/page';
import { KeyTable } from './key-table';
import { NewKey } from './new-key';
import type { Owner } from './use-keys';

/** Keys for programs: one's own, and for admins those of the organization. */
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
        <Tabs.Root value={owner} onValueChange={(value) => setOwner(value as Owner)}>
          <Tabs.List className="tabs-list" aria-label={t.nav.keys}>
            {(['own', 'organization'] as const).map((owner) => (
              <Tabs.Trigger key={owner} className="tab" value={owner}>
                {t.keys.owners[owner]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content className="tab-panel" value={owner}>
            <KeyTable owner={owner} />
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <KeyTable owner="own" />
      )}
      {adds && <NewKey owner={owner} onClose={() => setAdds(false)} />}
    </Page>
  );
}
