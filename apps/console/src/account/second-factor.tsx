import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { logOut, useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { TextField } from '../ui/field';
import { Loaded } from '../ui/loading';
import { FailureNotice, Notice } from '../ui/notice';
import { useShownOnce } from '../ui/shown-once';
import { QrCode } from '../ui/qr-code';

const KEY = ['second-factor'];

/** Sets up and disables the second factor, a code of an app in addition to the password. */
export function SecondFactor() {
  const t = useTexts();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => ask(client.GET('/idm/v1/second-factor')) });
  const enrol = useMutation({ mutationFn: () => ask(client.POST('/idm/v1/second-factor')) });
  const again = () => queries.invalidateQueries({ queryKey: KEY });
  return (
    <section className="card stack">
      <h2>{t.account.secondFactor}</h2>
      <p className="muted">{t.account.secondFactorText}</p>
      <Loaded query={query}>
        {({ state, recovery_codes: codes }) =>
          state === 'active' ? (
            <Active codes={codes} onChange={again} />
          ) : enrol.data ? (
            <Confirm secret={enrol.data.secret} uri={enrol.data.uri} />
          ) : (
            <div className="row">
              <Button look="primary" icon="shield" busy={enrol.isPending} onClick={() => enrol.mutate()}>
                {t.account.setUp}
              </Button>
            </div>
          )
        }
      </Loaded>
      <FailureNotice error={enrol.error} />
    </section>
  );
}

function Confirm({ secret, uri }: { secret: string; uri: string }) {
  const t = useTexts();
  const { forEnrolment } = useSession();
  const [otp, setOtp] = useState('');
  const confirm = useMutation({
    mutationFn: () => ask(client.POST('/idm/v1/second-factor/confirm', { body: { otp } })),
  });
  const { onTaken, question } = useShownOnce(confirm.data, () => undefined);
  if (confirm.data)
    return (
      <>
        {question}
        <Notice kind="warning">{t.account.recoveryText}</Notice>
        <code className="secret" onCopy={onTaken}>
          {confirm.data.recovery_codes.join('\n')}
        </code>
        <div className="row">
          <CopyButton text={confirm.data.recovery_codes.join('\n')} onCopied={onTaken} />
          {forEnrolment && (
            <Button look="primary" onClick={() => void logOut()}>
              {t.account.logInAgain}
            </Button>
          )}
        </div>
      </>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <p>{t.account.scan}</p>
      <div className="enrolment">
        <QrCode text={uri} label={t.account.qrCode} />
        <div className="stack-small">
          <p className="muted">{t.account.orKey}</p>
          <code className="secret">{secret}</code>
          <div className="row">
            <CopyButton text={secret} />
            <a href={uri}>{t.account.openApp}</a>
          </div>
        </div>
      </div>
      <TextField
        label={t.login.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={otp}
        onChange={setOtp}
      />
      <FailureNotice error={confirm.error} />
      <div className="row">
        <Button look="primary" type="submit" busy={confirm.isPending}>
          {t.account.confirm}
        </Button>
      </div>
    </form>
  );
}

function Active({ codes, onChange }: { codes: number; onChange: () => Promise<void> }) {
  const t = useTexts();
  const [otp, setOtp] = useState('');
  const disable = useMutation({
    mutationFn: () => ask(client.POST('/idm/v1/second-factor/disable', { body: { otp } })),
    onSuccess: onChange,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        disable.mutate();
      }}
    >
      <p className="row">
        <span className="badge good">{t.account.active}</span> {t.account.codesLeft(codes)}
      </p>
      <TextField label={t.login.code} hint={t.account.disableHint} required value={otp} onChange={setOtp} />
      <FailureNotice error={disable.error} />
      <div className="row">
        <Button type="submit" busy={disable.isPending}>
          {t.account.disable}
        </Button>
      </div>
    </form>
  );
}
