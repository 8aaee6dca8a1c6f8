import { useQuery } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../api/client';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { Loading } from '../ui/loading';
import { FailureNotice, Notice } from '../ui/notice';

type Provider = NonNullable<Schemas['SingleSignOnDto']['provider']>;

/** Shows how the operator has set up single sign-on, and tests the provider. */
export function SingleSignOn({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['single-sign-on'],
    queryFn: async () => (await ask(client.GET('/admin/v1/single-sign-on'))).data,
  });
  return (
    <Dialog title={t.signOn.title} onClose={onClose} wide>
      <p>{t.signOn.text}</p>
      {!data && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {data && (
        <>
          <Address title={t.signOn.redirect} address={data.redirect_uri} />
          <Address title={t.signOn.logout} address={data.backchannel_logout_uri} />
          {data.provider ? (
            <>
              <Settings of={data.provider} passwordLogin={data.password_login} />
              <Test />
            </>
          ) : (
            <Notice>{t.signOn.none}</Notice>
          )}
        </>
      )}
      <div className="dialog-actions">
        <Button look="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </Dialog>
  );
}

function Address({ title, address }: { title: string; address: string }) {
  return (
    <div className="stack-small">
      <h3>{title}</h3>
      <code className="secret">{address}</code>
      <div>
        <CopyButton text={address} />
      </div>
    </div>
  );
}

function Settings({ of: provider, passwordLogin }: { of: Provider; passwordLogin: boolean }) {
  const t = useTexts();
  const roles = provider.roles.map(({ group, role }) => `${group}: ${t.roles[role]}`).join(', ');
  return (
    <div className="stack-small">
      <h3>{t.signOn.settings}</h3>
      <Facts
        of={[
          [t.signOn.issuer, provider.issuer],
          [t.signOn.client, provider.client_id],
          [t.signOn.secret, provider.client_secret ? t.signOn.secretSet : t.signOn.secretNone],
          [t.signOn.scopes, provider.scopes.join(', ')],
          [t.signOn.organization, provider.organization_claim ?? t.signOn.allJoin],
          [t.signOn.groups, provider.groups_claim ?? t.signOn.noGroups],
          ...(roles === '' ? [] : [[t.signOn.roles, roles] as const]),
          [t.signOn.scim, provider.scim_claim],
          ...(provider.audience === null ? [] : [[t.signOn.audience, provider.audience] as const]),
          [t.signOn.passwords, passwordLogin ? t.signOn.passwordsOn : t.signOn.passwordsOff],
        ]}
      />
    </div>
  );
}

/** Asks the provider on request, and says in words what does not fit. */
function Test() {
  const t = useTexts();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['single-sign-on', 'checks'],
    queryFn: async () => (await ask(client.GET('/admin/v1/single-sign-on/checks'))).data,
    enabled: false,
    gcTime: 0,
  });
  const isFine = data?.every(({ fault }) => fault === null);
  return (
    <div className="stack-small">
      <h3>{t.signOn.test}</h3>
      <p className="muted small">{t.signOn.testText}</p>
      <FailureNotice error={error} />
      {data && (
        <>
          <Notice kind={isFine ? 'info' : 'failure'}>{isFine ? t.signOn.fits : t.signOn.fitsNot}</Notice>
          <ul className="plain-list stack-small">
            {data.map(({ check, fault }) => (
              <li key={check} className="row">
                <Icon name={fault ? 'warning' : 'check'} />
                <span className="grow">{fault ? t.signOn.faults[fault] : t.signOn.checks[check]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div>
        <Button icon="repeat" busy={isFetching} onClick={() => void refetch()}>
          {t.signOn.run}
        </Button>
      </div>
    </div>
  );
}
