import { useMemo, useState, type RefObject } from 'react';
import { toFailure } from '../../api/failure';
import { useCapabilities } from '../../capabilities';
import { FILE_TYPES } from '../../upload/file-types';
import { isHidden, shownProtection } from '../../privacy/protection';
import { movedSpans } from '../../privacy/parts';
import { LanguageChip, useAutoLanguage } from '../../privacy/text-language';
import { useChoices } from '../../privacy/use-choices';
import { useTexts } from '../../texts';
import { Button, IconButton } from '../../ui/button';
import { FileButton } from '../../ui/file-button';
import { Icon } from '../../ui/icon';
import { FailureNotice, Notice } from '../../ui/notice';
import { useChosenCase } from '../case-of-chat';
import { attach } from '../work/attach';
import { changeWork, endEdit, isComplete, MOST_ATTACHED, useWork, workOf, type Outgoing } from '../work/work';
import { AttachmentView } from './attachment-view';
import { ClearBar } from './clear-bar';
import { Findings } from './findings';
import { HighlightedInput } from './highlighted-input';
import { ModelChoice, PrivacyOptions, useModel } from './options';
import { RecordButton } from './record-button';
import { usePreview } from './use-preview';

/** The element that a link leads to. */
export const PROMPT_ID = 'prompt';

interface Props {
  workKey: string;
  chatId: string | undefined;
  input: RefObject<HTMLTextAreaElement | null>;
  /** The user's last prompt in this conversation. */
  lastPrompt: string | undefined;
  /** Stops the running answer; undefined if no answer is running. */
  onStop: (() => void) | undefined;
  onSend: (outgoing: Outgoing) => void;
  /** Continues with the draft in a new conversation. */
  onRestart: () => void;
}

/** The input of a prompt, with the values that will and will not be hidden. */
export function Composer({ workKey, chatId, input, lastPrompt, onStop, onSend, onRestart }: Props) {
  const t = useTexts();
  const { draft, kept, hidden, isImage, isUnprotected, language, edits, ...work } = useWork(workKey);
  // An edited message keeps the files that it was sent with. New ones wait for the next message.
  const attachments = edits ? [] : work.attachments;
  const change = (part: Parameters<typeof changeWork>[1]) => changeWork(workKey, part);
  const [selected, setSelected] = useState('');
  const model = useModel();
  const can = useCapabilities();
  const automatic = useAutoLanguage(draft);
  const lang = language ?? automatic;
  const wish = useChoices(isUnprotected);
  // All kinds in descriptions of images are always hidden.
  const chosen = isImage ? undefined : wish.chosen;
  const protection = isImage ? 'all' : wish.protection;
  const chosenCase = useChosenCase(workKey);
  const inCase = chatId ? undefined : chosenCase;
  const chosenAssistant = chatId || isImage ? undefined : work.assistant;
  const isReady = !chosenAssistant || isComplete(chosenAssistant);
  const ofAssistant = chosenAssistant && {
    assistant_id: chosenAssistant.id,
    variables: chosenAssistant.values,
  };
  const common = { lang, prompt: draft, keep: [...kept], hide: [...hidden] };
  const { shown, error } = usePreview({
    ...common,
    // Also detects the kinds that are not chosen, because they are shown as not hidden.
    choices: [...new Set(['All' as const, ...wish.choices])],
    ...(model && { model }),
    ...(chatId && { chat_id: chatId }),
    ...(inCase && { case_id: inCase }),
    ...(isReady && ofAssistant),
  });
  const isClosed = error !== null && toFailure(error).code === 'case_closed';
  const findings = useMemo(() => {
    const rules = new Map(wish.kinds.map((kind) => [kind.kind, kind]));
    const moved = shown ? movedSpans(shown.prompt, draft, shown.findings) : [];
    return moved.map((found) => {
      const rule = rules.get(found.kind);
      const isChosen =
        !rule || isHidden(rule, chosen) || hidden.includes(draft.slice(found.start, found.end));
      return { ...found, isClear: found.mode === 'asked' && !isChosen };
    });
  }, [shown, draft, wish.kinds, chosen, hidden]);
  const hiddenValues = findings.filter(({ isClear }) => !isClear);
  const inClear = findings.filter(({ isClear }) => isClear).map(({ start, end }) => draft.slice(start, end));
  const left = draft.trim() === '' ? [] : [...new Set([...inClear, ...kept])];
  const blocked = findings.find(({ mode }) => mode === 'block');
  const waits = attachments.some(({ id }) => id === undefined);
  const canSend =
    isReady && draft.trim() !== '' && !waits && !onStop && model !== undefined && !blocked && !isClosed;
  const send = () => {
    if (!canSend) return;
    onSend({
      ...common,
      choices: wish.choices,
      model,
      anonymized: wish.choices.length > 0,
      ...(inCase && { case_id: inCase }),
      ...ofAssistant,
      ...(attachments.length > 0 && {
        docs: attachments.map(({ id }) => id!),
        docNames: attachments.map(({ name }) => name),
      }),
      isImage,
      protection,
      ...(edits && { replaces: { turnId: edits.turnId, isEdited: true } }),
    });
    if (edits) endEdit(workKey);
    else change({ draft: '', kept: [], hidden: [], attachments: [] });
    input.current?.focus();
  };
  /** Changes what is hidden. The button that was pressed leaves the page. */
  const decide = (part: Parameters<typeof change>[0]) => {
    change(part);
    input.current?.focus();
  };
  const undo = (value: string) =>
    decide({
      kept: kept.filter((other) => other !== value),
      hidden: hidden.filter((other) => other !== value),
    });
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FailureNotice error={error}>
        {isClosed && (
          <Button size="small" icon="plus" onClick={onRestart}>
            {t.chat.restart}
          </Button>
        )}
      </FailureNotice>
      {edits && (
        <div className="edit-bar" role="status">
          <Icon name="edit" />
          <p className="grow">{t.chat.editing}</p>
          <Button
            size="small"
            onClick={() => {
              endEdit(workKey);
              input.current?.focus();
            }}
          >
            {t.common.cancel}
          </Button>
        </div>
      )}
      {blocked && <Notice kind="failure">{t.chat.blocked(t.kinds[blocked.kind])}</Notice>}
      <ClearBar
        protection={shownProtection(protection, left.length > 0)}
        isOff={chosen?.length === 0}
        values={left}
        onProtect={() => {
          change({ isUnprotected: false });
          input.current?.focus();
        }}
      />
      {draft.trim() !== '' && (
        <Findings
          text={draft}
          findings={hiddenValues}
          kept={kept}
          hidden={hidden}
          selected={selected}
          onKeep={(value) => (hidden.includes(value) ? undo(value) : decide({ kept: [...kept, value] }))}
          onHide={(value) => decide({ hidden: [...hidden, value] })}
          onUndo={undo}
        />
      )}
      {attachments.map((attachment) => (
        <AttachmentView
          key={attachment.upload}
          attachment={attachment}
          chosen={chosen}
          onRemove={() => {
            change({ attachments: attachments.filter((other) => other !== attachment) });
            input.current?.focus();
          }}
        />
      ))}
      <div className="composer-box">
        <HighlightedInput
          input={input}
          id={PROMPT_ID}
          label={t.chat.prompt}
          placeholder={isImage ? t.chat.imagePlaceholder : t.chat.placeholder}
          value={draft}
          findings={findings}
          onChange={(draft) => change({ draft })}
          onSubmit={send}
          onRecall={lastPrompt === undefined ? undefined : () => change({ draft: lastPrompt })}
          onSelect={setSelected}
        />
        <div className="composer-tools">
          <FileButton
            label={t.chat.attach}
            icon="attach"
            accept={FILE_TYPES}
            multiple
            iconOnly
            disabled={edits !== undefined || attachments.length >= MOST_ATTACHED}
            onFiles={(files) => void attach(workKey, files)}
          />
          {can?.images && !edits && (
            <IconButton
              icon="image"
              size="small"
              label={t.chat.asImage}
              aria-pressed={isImage}
              onClick={() => change({ isImage: !isImage })}
            />
          )}
          {can?.transcription && (
            <RecordButton
              onText={(text) => {
                const { draft } = workOf(workKey);
                change({ draft: draft === '' ? text : `${draft} ${text}` });
              }}
            />
          )}
          <PrivacyOptions
            protection={protection}
            leaves={left.length > 0}
            chosen={chosen}
            allowsUnprotected={wish.allowsUnprotected && !isImage}
            onProtect={(on) => change({ isUnprotected: !on })}
          />
          <LanguageChip text={draft} value={language} onChange={(language) => change({ language })} />
          <span className="grow" />
          <ModelChoice />
          {/* Two elements, so that a click to stop does not become a click to send. */}
          {onStop ? (
            <Button
              key="stop"
              icon="stop"
              onClick={() => {
                input.current?.focus();
                onStop();
              }}
            >
              <span className="label">{t.chat.stop}</span>
            </Button>
          ) : (
            <Button key="send" look="primary" icon="send" type="submit" disabled={!canSend}>
              <span className="label">{t.chat.send}</span>
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
