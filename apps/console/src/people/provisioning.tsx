import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreateKey, useKeys, useRevokeKey } from '../keys/use-keys';
import { addressOf, settings } from '../settings';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { FailureNotice, Notice } from '../ui/notice';
import { Paged } from '../ui/paged';
import { useShownOnce } from '../ui/shown-once';

/** Shows the address for an identity provider, and makes, replaces and ends the tokens with which it calls (SCIM). */
export function Provisioning({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const keys = useKeys('organization');
  const create = useCreateKey('organization');
  const revoke = useRevokeKey('organization');
  const end = useMutation({
    mutationFn: revoke,
    // A token that has ended need not be copied.
    onSuccess: (_, id) => id === create.data?.id && create.reset(),
  });
  const { close, onTaken, question } = useShownOnce(create.data?.key, onClose);
  const [now] = useState(Date.now);
  const address = settings.publicBaseUrl.replace(/\/+$/, '') + addressOf('/idm/v1/scim/v2');
  const make = () =>
    create.mutate({ name: t.people.tokenName(formats.day(new Date(now).toISOString())), scopes: ['scim'] });
  return (
    <Dialog title={t.people.provisioning} onClose={close} wide>
      {question}
      <p>{t.people.provisioningText}</p>
      <div className="stack-small">
        <h3>{t.people.scimAddress}</h3>
        <code className="secret">{address}</code>
        <div>
          <CopyButton text={address} />
        </div>
      </div>
      <div className="stack-small">
        <h3>{t.people.tokens}</h3>
        <p className="muted small">{t.people.rotate}</p>
        {create.data && (
          <>
            <Notice kind="warning">{t.people.tokenShown}</Notice>
            <code className="secret" onCopy={onTaken}>
              {create.data.key}
            </code>
            <div>
              <CopyButton text={create.data.key} onCopied={onTaken} />
            </div>
          </>
        )}
        <Paged query={keys}>
          {(rows) => {
            const tokens = rows.filter((key) => key.scopes.includes('scim') && !key.revoked_at);
            return (
              <ul className="plain-list">
                {tokens.length === 0 && <li className="muted">{t.people.noTokens}</li>}
                {tokens.map(({ id, name, last_used_on: day }) => (
                  <li key={id} className="row">
                    <span className="grow">
                      {name} <span className="muted small">{t.people.lastUsed(day && formats.day(day))}</span>
                    </span>
                    <Button
                      size="small"
                      aria-label={t.people.endToken(name)}
                      busy={end.isPending && end.variables === id}
                      onClick={() => end.mutate(id)}
                    >
                      {t.people.end}
                    </Button>
                  </li>
                ))}
              </ul>
            );
          }}
        </Paged>
        <FailureNotice error={create.error ?? end.error} />
      </div>
      <div className="dialog-actions">
        <Button icon="plus" busy={create.isPending} disabled={question !== false} onClick={make}>
          {t.people.newToken}
        </Button>
        <Button look="primary" onClick={close}>
          {t.common.done}
        </Button>
      </div>
    </Dialog>
  );
}
