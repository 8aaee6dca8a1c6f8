import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Paged } from '../ui/paged';
import { Table } from '../ui/table';
import { useKeys, useRevokeKey, type Owner } from './use-keys';

type Key = Schemas['KeyDto'];

/** The keys with their scopes and their last use. */
export function KeyTable({ owner }: { owner: Owner }) {
  const t = useTexts();
  const formats = useFormats();
  const query = useKeys(owner);
  const revoke = useRevokeKey(owner);
  const [asked, setAsked] = useState<Key>();
  return (
    <div className="stack">
      <Paged query={query}>
        {(rows) => (
          <Table
            label={t.nav.keys}
            rows={rows}
            rowKey={({ id }) => id}
            empty={t.keys.none}
            columns={[
              { head: t.common.name, cell: ({ name }) => name },
              {
                head: t.keys.scopes,
                cell: ({ scopes }) => scopes.map((scope) => t.keys.scopeNames[scope]).join(', '),
              },
              { head: t.keys.expires, cell: (key) => <State of={key} /> },
              {
                head: t.keys.lastUsed,
                cell: ({ last_used_on: day }) =>
                  day ? formats.day(day) : <span className="muted">{t.keys.never}</span>,
              },
              {
                head: t.common.actions,
                kind: 'actions',
                cell: (key) =>
                  !key.revoked_at && (
                    <Button size="small" aria-label={t.keys.revokeOf(key.name)} onClick={() => setAsked(key)}>
                      {t.keys.revoke}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Paged>
      {asked && (
        <Confirm
          title={t.keys.revokeTitle}
          text={t.keys.revokeText(asked.name)}
          action={t.keys.revoke}
          onConfirm={() => revoke(asked.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function State({ of: { revoked_at: revokedAt, expires_at: expiresAt } }: { of: Key }) {
  const t = useTexts();
  const formats = useFormats();
  const [now] = useState(Date.now);
  if (revokedAt) return <span className="badge bad">{t.keys.revoked}</span>;
  if (!expiresAt) return <>{t.keys.noExpiry}</>;
  if (Date.parse(expiresAt) < now) return <span className="badge bad">{t.keys.expired}</span>;
  return <>{formats.day(expiresAt)}</>;
}
