import { useState } from 'react';
import { useDelete } from '../chat/conversations/use-conversations';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Check } from '../ui/field';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { useChatsWith } from './use-cases';

/** Offers the user's own conversations of a case with a forgotten value in their stored texts for deletion. */
export function ChatsWithValue({ caseId, value }: { caseId: string; value: string }) {
  const t = useTexts();
  const { data: chats, error, refetch } = useChatsWith(caseId, value);
  const remove = useDelete();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [asks, setAsks] = useState(false);
  return (
    <div className="stack-small">
      <h3>{t.cases.chatsTitle(value)}</h3>
      {!chats && !error && <Loading />}
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {chats && (
        <p>
          {chats.length === 0 ? t.cases.chatsNone : t.cases.chatsText} {t.cases.chatsOfOthers}
        </p>
      )}
      {chats?.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          checked={ticked.includes(id)}
          onChange={(isTicked) =>
            setTicked(isTicked ? [...ticked, id] : ticked.filter((other) => other !== id))
          }
        />
      ))}
      {chats && chats.length > 0 && (
        <div className="row">
          <Button disabled={ticked.length === 0} onClick={() => setAsks(true)}>
            {t.cases.chatsDelete}
          </Button>
        </div>
      )}
      {asks && (
        <Confirm
          title={t.cases.chatsAsk(ticked.length)}
          text={t.cases.chatsAskText}
          action={t.common.delete}
          onConfirm={async () => {
            for (const id of ticked) await remove(id);
            setTicked([]);
            await refetch();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}
