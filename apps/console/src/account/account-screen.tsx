import { useMutation } from '@tanstack/react-query';
import { send } from '../api/client';
import { OwnBudgets } from '../budgets/own-budgets';
import { logOut, useSession } from '../session/session';
import { addressOf, settings } from '../settings';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { download } from '../ui/download';
import { FailureNotice, Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { Logins } from './logins';
import { OwnName } from './own-name';
import { OwnPassword } from './own-password';
import { SecondFactor } from './second-factor';

/** The user's own account: the name, the second factor, the password, logins, their budgets, and the export of their data. */
export function AccountScreen() {
  const t = useTexts();
  const { userName, role, forEnrolment } = useSession();
  const take = useMutation({ mutationFn: takeExport });
  return (
    <Page
      title={t.nav.account}
      intro={`${userName} · ${t.roles[role]}`}
      actions={forEnrolment && <Button onClick={() => void logOut()}>{t.shell.logOut}</Button>}
    >
      {forEnrolment && <Notice kind="warning">{t.account.enrolFirst}</Notice>}
      {!forEnrolment && <OwnName />}
      <SecondFactor />
      {!forEnrolment && settings.passwordLogin && <OwnPassword />}
      {!forEnrolment && <Logins />}
      {!forEnrolment && <OwnBudgets />}
      {!forEnrolment && (
        <section className="card stack">
          <h2>{t.account.export}</h2>
          <p className="muted">{t.account.exportText}</p>
          <FailureNotice error={take.error} />
          <div className="row">
            <Button icon="download" busy={take.isPending} onClick={() => take.mutate()}>
              {t.account.exportRun}
            </Button>
          </div>
        </section>
      )}
    </Page>
  );
}

async function takeExport(): Promise<void> {
  const response = await send(new Request(addressOf('/ai/v1/export')));
  download('privacy-chat-export.zip', await response.blob());
}
