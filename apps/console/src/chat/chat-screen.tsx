import { Switch } from 'radix-ui';
import { useState, type DragEvent } from 'react';
import { useLocation } from 'wouter';
import { setPreferences, usePreferences } from '../preferences';
import { useTexts } from '../texts';
import { IconButton } from '../ui/button';
import { useTitle } from '../ui/page';
import { Composer } from './composer/composer';
import { useAttachment } from './composer/use-attachment';
import { ConversationList } from './conversations/conversation-list';
import { ConversationDrawer } from './conversations/conversation-drawer';
import { NEW, setLiveTurn, useLiveTurn } from './live/live-turns';
import { useSend } from './live/use-send';
import { Thread } from './thread/thread';
import { useTurns } from './thread/use-turns';
import { Welcome } from './thread/welcome';
import './chat.css';

/** Conversations beside the one that is open. */
export function ChatScreen({ chatId }: { chatId: string | undefined }) {
  const t = useTexts();
  useTitle(t.nav.chat);
  const [drawer, setDrawer] = useState(false);
  const drafts = useDrafts();
  return (
    <div className="chat">
      <ConversationList current={chatId} />
      {drawer && <ConversationDrawer current={chatId} onClose={() => setDrawer(false)} />}
      <Conversation key={chatId ?? NEW} chatId={chatId} drafts={drafts} onList={() => setDrawer(true)} />
    </div>
  );
}

interface ConversationProps {
  chatId: string | undefined;
  drafts: ReturnType<typeof useDrafts>;
  onList: () => void;
}

function Conversation({ chatId, drafts, onList }: ConversationProps) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const chat = chatId ?? NEW;
  const live = useLiveTurn(chat);
  const query = useTurns(chatId);
  const attaching = useAttachment();
  const setDraft = (draft: string) => drafts.set(chat, draft);
  const send = useSend(chatId, (id) => {
    drafts.move(chat, id);
    // Somebody who looks at another conversation meanwhile stays there.
    if (location.pathname === (chatId ? `/chat/${chatId}` : '/chat')) navigate(`/chat/${id}`);
  });
  const isEmpty = !chatId && !live;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void attaching.attach(file);
  };
  return (
    <section className="conversation" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="conversation-head">
        <span className="only-narrow">
          <IconButton icon="chat" label={t.chat.conversations} onClick={onList} />
        </span>
        <h1 className="visually-hidden">{t.nav.chat}</h1>
        <ShowSent />
      </div>
      {isEmpty ? (
        <Welcome onExample={setDraft} />
      ) : (
        <Thread
          query={query}
          live={live}
          onDismiss={() => {
            setDraft(live?.prompt ?? '');
            setLiveTurn(chat, undefined);
          }}
        />
      )}
      <Composer
        chatId={chatId}
        draft={drafts.of(chat)}
        onDraft={setDraft}
        attaching={attaching}
        onStop={live && !live.failure ? live.stop : undefined}
        onSend={(outgoing) => void send(outgoing)}
      />
    </section>
  );
}

/** What was written and not sent, by chat. A chat that has just begun takes along what was written meanwhile. */
function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  return {
    of: (chat: string) => drafts[chat] ?? '',
    set: (chat: string, draft: string) => setDrafts((now) => ({ ...now, [chat]: draft })),
    move: (from: string, to: string) =>
      setDrafts((now) => (from === to ? now : { ...now, [from]: '', [to]: now[from] ?? '' })),
  };
}

function ShowSent() {
  const t = useTexts();
  const { showSent } = usePreferences();
  return (
    <Switch.Root
      className="switch end"
      checked={showSent}
      onCheckedChange={(showSent) => setPreferences({ showSent })}
    >
      {t.chat.showSent}
    </Switch.Root>
  );
}
