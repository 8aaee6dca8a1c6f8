import { Switch } from 'radix-ui';
import { Suspense, useEffect, useRef, useState, type DragEvent, type RefObject } from 'react';
import { useLocation, useSearch } from 'wouter';
import { setWishes } from '../preferences';
import { useChoices } from '../privacy/use-choices';
import { useShortcuts } from '../shell/shortcuts';
import { useTexts } from '../texts';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { useTitle } from '../ui/page';
import { loadPart } from '../ui/load-part';
import { AssistantOfChat } from './assistant-of-chat';
import { CaseOfChat, ChatCaseChoice } from './case-of-chat';
import { Composer, PROMPT_ID } from './composer/composer';
import { useModel } from './composer/options';
import { ConversationList } from './conversations/conversation-list';
import { ConversationDrawer } from './conversations/conversation-drawer';
import { useSend } from './live/use-send';
import { inOrder } from './thread/in-order';
import { Thread } from './thread/thread';
import { useTurns, type Turn } from './thread/use-turns';
import { Welcome } from './thread/welcome';
import { useShowSent } from './use-show-sent';
import { attach } from './work/attach';
import {
  beginChat,
  beginEdit,
  changeWork,
  editTurn,
  MOST_ATTACHED,
  moveToNew,
  openChat,
  removeTurn,
  useWork,
  useWorkKey,
  type LiveTurn,
} from './work/work';
import './chat.css';

const AssistantStart = loadPart(async () => (await import('./assistant-start')).AssistantStart);

/** The width below which the list of conversations is a drawer. */
const NARROW = '(max-width: 62rem)';

/** The list of conversations and the open conversation. */
export function ChatScreen({ chatId }: { chatId: string | undefined }) {
  const t = useTexts();
  useTitle(t.nav.chat);
  const [drawer, setDrawer] = useState(false);
  const [, navigate] = useLocation();
  const input = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const key = useWorkKey(chatId);
  useEffect(() => openChat(chatId), [chatId]);
  // The composer of another conversation takes the focus when it appears.
  const focus = () => input.current?.focus();
  const startNew = () => {
    navigate('/chat');
    focus();
  };
  useShortcuts({
    newChat: startNew,
    search: () => (matchMedia(NARROW).matches ? setDrawer(true) : search.current?.focus()),
  });
  return (
    <div className="chat">
      <a className="button skip" href={`#${PROMPT_ID}`}>
        {t.chat.skip}
      </a>
      <ConversationList current={chatId} search={search} onNew={focus} />
      {drawer && <ConversationDrawer current={chatId} onClose={() => setDrawer(false)} />}
      <Conversation
        key={key}
        workKey={key}
        chatId={chatId}
        input={input}
        onList={() => setDrawer(true)}
        onNew={startNew}
      />
    </div>
  );
}

interface ConversationProps {
  /** The key of the user's unsent work. It stays when the conversation gets its id. */
  workKey: string;
  chatId: string | undefined;
  input: RefObject<HTMLTextAreaElement | null>;
  onList: () => void;
  onNew: () => void;
}

function Conversation({ workKey, chatId, input, onList, onNew }: ConversationProps) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { turns: live, isUnprotected, assistant } = useWork(workKey);
  const { protection } = useChoices(isUnprotected);
  const query = useTurns(chatId);
  const model = useModel();
  const target = new URLSearchParams(useSearch()).get('turn') ?? undefined;
  const [isNew] = useState(chatId === undefined);
  const focus = () => input.current?.focus();
  // A new conversation begins in the composer. After a login, or when a conversation is opened by its address, no element would have the focus.
  useEffect(() => {
    if (isNew || document.activeElement === document.body) input.current?.focus();
  }, [input, isNew]);
  const send = useSend(workKey, chatId, (id) => {
    beginChat(workKey, id);
    // A user who has opened another conversation in the meantime stays there.
    if (location.pathname === (chatId ? `/chat/${chatId}` : '/chat')) navigate(`/chat/${id}`);
  });
  useStoredTurns(workKey, live, query.turns.at(-1)?.originalPrompt);
  const running = live.find(({ state }) => state === 'running');
  useShortcuts({ stop: running?.stop });
  const restart = (refused?: LiveTurn) => {
    moveToNew(workKey, refused);
    navigate('/chat');
  };
  const [isDragging, setIsDragging] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setIsDragging(event.dataTransfer.types.includes('Files'));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragging(false);
    void attach(workKey, event.dataTransfer.files);
  };
  return (
    <section
      className="conversation"
      onDragOver={drag}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsDragging(false);
      }}
      onDrop={drop}
    >
      {isDragging && <p className="drop-here">{t.chat.dropHere(MOST_ATTACHED)}</p>}
      <div className="conversation-head">
        <span className="only-narrow">
          <IconButton icon="chat" label={t.chat.conversations} onClick={onList} />
          <IconButton icon="plus" label={t.chat.new} onClick={onNew} />
        </span>
        <h1 className="visually-hidden">{t.nav.chat}</h1>
        {chatId ? <CaseOfChat chatId={chatId} /> : <ChatCaseChoice workKey={workKey} />}
        {chatId && <AssistantOfChat query={query} />}
        <ShowSent />
      </div>
      {!chatId && live.length === 0 && assistant ? (
        <Suspense>
          <AssistantStart
            workKey={workKey}
            assistant={assistant}
            onStarter={(draft) => {
              changeWork(workKey, { draft });
              focus();
            }}
          />
        </Suspense>
      ) : !chatId && live.length === 0 ? (
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
          target={target}
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
          onDiscard={({ id, outgoing: { replaces, prompt } }) => {
            removeTurn(workKey, id);
            if (replaces?.isEdited) beginEdit(workKey, replaces.turnId, prompt);
            focus();
          }}
          onChangeModel={({ stop }) => {
            stop?.();
            focus();
          }}
          onRegenerate={({ turnId, originalPrompt, protection: level = protection, model: used = '' }) => {
            focus();
            const asBefore = { lang: 'en', prompt: originalPrompt, choices: [], isImage: false };
            const replaces = { turnId: turnId!, isEdited: false };
            void send({ ...asBefore, model: model ?? used, protection: level, replaces });
          }}
          onEditStored={({ turnId, originalPrompt }) => {
            beginEdit(workKey, turnId!, originalPrompt);
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
        lastPrompt={lastPromptOf(live, query.turns)}
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

const lastPromptOf = (live: readonly LiveTurn[], stored: readonly Turn[]): string | undefined =>
  inOrder(stored, live, false)
    .map((turn) => ('stored' in turn ? turn.stored.originalPrompt : turn.live.outgoing.prompt))
    .findLast((prompt) => prompt !== '');

function ShowSent() {
  const t = useTexts();
  const showSent = useShowSent();
  return (
    <Switch.Root
      className="switch end"
      checked={showSent}
      onCheckedChange={(showSent) => setWishes({ showSent })}
    >
      <Icon name="eye" />
      <span className="label">{t.chat.showSent}</span>
    </Switch.Root>
  );
}
