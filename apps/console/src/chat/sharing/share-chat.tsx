import { useState } from 'react';
import { useKinds } from '../../privacy/kinds';
import { useFormats, useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { DialogForm } from '../../ui/dialog-form';
import { Facts } from '../../ui/facts';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Loading } from '../../ui/loading';
import { FailureNotice, Notice } from '../../ui/notice';
import { useShare, type Share } from './use-share';

const DAY_MS = 86_400_000;
const DAYS = ['1', '7', '30'] as const;
/** Less than the limit of the service, because clocks differ. */
const MARGIN_MS = 60_000;

/** Shares a conversation with the user's organization by a link, shows the link, and ends it. */
export function ShareChat({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts();
  const { query, create, end } = useShare(id);
  const { data: share, error, refetch } = query;
  const [asksAgain, setAsksAgain] = useState(false);
  return (
    <Dialog title={t.sharing.title} onClose={onClose}>
      {share === undefined && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {share && !asksAgain && (
        <Shared of={share} end={end} onAgain={() => setAsksAgain(true)} onClose={onClose} />
      )}
      {(share === null || asksAgain) && (
        <NewShare
          isAgain={asksAgain}
          create={create}
          onCreated={() => setAsksAgain(false)}
          onClose={asksAgain ? () => setAsksAgain(false) : onClose}
        />
      )}
    </Dialog>
  );
}

interface NewShareProps {
  /** Whether the conversation has a link, which ends then. */
  isAgain: boolean;
  create: ReturnType<typeof useShare>['create'];
  onCreated: () => void;
  onClose: () => void;
}

function NewShare({ isAgain, create, onCreated, onClose }: NewShareProps) {
  const t = useTexts();
  const { data: policy } = useKinds();
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const [originals, setOriginals] = useState(false);
  return (
    <DialogForm
      action={t.sharing.create}
      run={create}
      onSubmit={() => {
        const end = new Date(Date.now() + Number(days) * DAY_MS - MARGIN_MS);
        create.mutate({ originals, expires_at: end.toISOString() }, { onSuccess: onCreated });
      }}
      onClose={onClose}
    >
      <p>{t.sharing.text}</p>
      {isAgain && <p>{t.sharing.endsEarlier}</p>}
      <SelectField
        label={t.sharing.validFor}
        value={days}
        options={DAYS.map((each) => [each, t.sharing.days(Number(each))] as const)}
        onChange={setDays}
      />
      {policy?.sharesOriginals && (
        <CheckField
          label={t.sharing.withOriginals}
          hint={t.sharing.withOriginalsHint}
          checked={originals}
          onChange={setOriginals}
        />
      )}
      <Notice kind={originals ? 'warning' : 'info'}>
        {originals ? t.sharing.showsOriginals : t.sharing.showsReplacements}
      </Notice>
    </DialogForm>
  );
}

interface SharedProps {
  of: Share;
  end: ReturnType<typeof useShare>['end'];
  onAgain: () => void;
  onClose: () => void;
}

function Shared({ of: share, end, onAgain, onClose }: SharedProps) {
  const t = useTexts();
  const formats = useFormats();
  const address = `${location.origin}/shared/${share.share_id}`;
  return (
    <div className="stack">
      <TextField
        label={t.sharing.link}
        hint={t.sharing.linkHint}
        value={address}
        readOnly
        onFocus={({ target }) => target.select()}
        onChange={() => undefined}
      />
      <div className="row">
        <CopyButton text={address} label={t.sharing.copy} />
      </div>
      <Facts
        of={[
          [t.sharing.messages, formats.number(share.turns)],
          [t.sharing.values, share.originals ? t.sharing.originals : t.sharing.replacements],
          [t.sharing.validUntil, formats.dateTime(share.expires_at)],
        ]}
      />
      {!share.originals && share.partly_hidden > 0 && (
        <Notice kind="warning">{t.sharing.partlyHidden(share.partly_hidden)}</Notice>
      )}
      <p className="small muted">{t.sharing.laterMessages}</p>
      <FailureNotice error={end.error} />
      <div className="dialog-actions">
        <Button look="danger" busy={end.isPending} onClick={() => end.mutate()}>
          {t.sharing.end}
        </Button>
        <Button onClick={onAgain}>{t.sharing.again}</Button>
        <Button look="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </div>
  );
}
