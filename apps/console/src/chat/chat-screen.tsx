import { Switch } from 'radix-ui';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useLocation } from 'wouter';
import { setWishes } from '../preferences';
import { useChoices } from '../privacy/use-choices';
import { useTexts } from '../texts';
import { IconButton } from '../ui/button';
import { useTitle } from '../ui/page';
import { CaseOfChat, ChatCaseChoice } from './case-of-chat';
import { Composer } from './composer/composer';
import { ConversationList } from './conversations/conversation-list';
import { ConversationDrawer } from './conversations/conversation-drawer';
import { useSend } from './live/use-send';
import { Thread } from './thread/thread';
import { useTurns } from './thread/use-turns';
import { Welcome } from './thread/welcome';
import { useShowSent } from './use-show-sent';
import { attach } from './work/attach';
import {
  beginChat,
  changeWork,
  editTurn,
  moveToNew,
  removeTurn,
  useWork,
  useWorkKey,
  type LiveTurn,
} from './work/work';
import './chat.css';

/** The list of conversations and the open conversation. */
export function ChatScreen({ chatId }: { chatId: string | undefined }) {
  const t = useTexts();
  useTitle(t.nav.chat);
  const [drawer, setDrawer] = useState(false);
  const key = useWorkKey(chatId);
  return (
    <div className="chat">
      <ConversationList current={chatId} />
      {drawer && <ConversationDrawer current={chatId} onClose={() => setDrawer(false)} />}
      <Conversation key={key} workKey={key} chatId={chatId} onList={() => setDrawer(true)} />
    </div>
  );
}

interface ConversationProps {
  /** The key of the user's unsent work. It stays when the conversation gets its id. */
  workKey: string;
  chatId: string | undefined;
  onList: () => void;
}

function Conversation({ workKey, chatId, onList }: ConversationProps) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { turns: live, isUnprotected } = useWork(workKey);
  const { protection } = useChoices(isUnprotected);
  const query = useTurns(chatId);
  const input = useRef<HTMLTextAreaElement>(null);
  const focus = () => input.current?.focus();
  // After a login, or when a conversation is opened by its address, no element would have the focus.
  useEffect(() => {
    if (document.activeElement === document.body) input.current?.focus();
  }, []);
  const send = useSend(workKey, chatId, (id) => {
    beginChat(workKey, id);
    // A user who has opened another conversation in the meantime stays there.
    if (location.pathname === (chatId ? `/chat/${chatId}` : '/chat')) navigate(`/chat/${id}`);
  });
  useStoredTurns(workKey, live, query.turns.at(-1)?.originalPrompt);
  const running = live.find(({ state }) => state === 'running');
  const restart = (refused?: LiveTurn) => {
    moveToNew(workKey, refused);
    navigate('/chat');
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void attach(workKey, event.dataTransfer.files);
  };
  return (
    <section className="conversation" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="conversation-head">
        <span className="only-narrow">
          <IconButton icon="chat" label={t.chat.conversations} onClick={onList} />
        </span>
        <h1 className="visually-hidden">{t.nav.chat}</h1>
        {chatId ? <CaseOfChat chatId={chatId} /> : <ChatCaseChoice workKey={workKey} />}
        <ShowSent />
      </div>
      {!chatId && live.length === 0 ? (
        <Welcome
          protection={protection}
          onExample={(draft) => {
            changeWork(workKey, { draft });
            focus();
          }}
        />
      ) : (
        <Thread
          chatId={chatId}
          query={query}
          live={live}
          isRunning={running !== undefined}
          onRetry={(turn) => {
            focus();
            void send(turn.outgoing, turn.id);
          }}
          onEdit={(turn) => {
            editTurn(workKey, turn);
            focus();
          }}
          onRestart={restart}
          onChangeModel={({ stop }) => {
            stop?.();
            focus();
          }}
          onContinue={({ model = '', protection: level = protection }) => {
            focus();
            const asBefore = { lang: 'en', prompt: '', choices: [], isImage: false };
            void send({ ...asBefore, model, protection: level, continues: true });
          }}
        />
      )}
      <Composer
        workKey={workKey}
        chatId={chatId}
        input={input}
        onStop={running?.stop}
        onSend={(outgoing) => void send(outgoing)}
        onRestart={() => restart()}
      />
    </section>
  );
}

/** Removes turns that the service has stored although the page was closed. They did not fail. */
function useStoredTurns(key: string, live: readonly LiveTurn[], newest: string | undefined): void {
  useEffect(() => {
    for (const { id, failure, outgoing } of live)
      if (failure?.code === 'interrupted' && outgoing.prompt === newest) removeTurn(key, id);
  }, [key, live, newest]);
}

function ShowSent() {
  const t = useTexts();
  const showSent = useShowSent();
  return (
    <Switch.Root
      className="switch end"
      checked={showSent}
      onCheckedChange={(showSent) => setWishes({ showSent })}
    >
      {t.chat.showSent}
    </Switch.Root>
  );
}
