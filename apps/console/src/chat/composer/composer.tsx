import { useMemo, useRef, useState } from 'react';
import { usePreferences } from '../../preferences';
import { choicesOf } from '../../privacy/kinds';
import { movedSpans } from '../../privacy/parts';
import { useTextLanguage } from '../../privacy/text-language';
import { useTexts } from '../../texts';
import { Button, IconButton } from '../../ui/button';
import { FailureNotice, Notice } from '../../ui/notice';
import type { Outgoing } from '../live/use-send';
import { AttachmentView } from './attachment-view';
import { Findings } from './findings';
import { HighlightedInput } from './highlighted-input';
import { ModelChoice, PrivacyOptions, useModel } from './options';
import { RecordButton } from './record-button';
import { DOCUMENT_TYPES, type useAttachment } from './use-attachment';
import { usePreview } from './use-preview';

interface Props {
  chatId: string | undefined;
  draft: string;
  onDraft: (draft: string) => void;
  attaching: ReturnType<typeof useAttachment>;
  /** Stops the answer that is under way; undefined where none is. */
  onStop: (() => void) | undefined;
  onSend: (outgoing: Outgoing) => void;
}

/** Where a prompt is written, with what will be hidden in it shown while one types. */
export function Composer({ chatId, draft, onDraft, attaching, onStop, onSend }: Props) {
  const t = useTexts();
  const { kinds } = usePreferences();
  const [kept, setKept] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [selected, setSelected] = useState('');
  const [isImage, setIsImage] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const model = useModel();
  const { attachment, attach, clear } = attaching;
  const choices = choicesOf(kinds);
  const common = { lang: useTextLanguage(), prompt: draft, choices, keep: [...kept], hide: [...hidden] };
  const { shown, error } = usePreview(
    { ...common, ...(model && { model }), ...(chatId && { chat_id: chatId }) },
    choices.length > 0,
  );
  const findings = useMemo(
    () => (shown ? movedSpans(shown.prompt, draft, shown.findings) : []),
    [shown, draft],
  );
  const blocked = findings.find(({ mode }) => mode === 'block');
  const waits = attachment !== undefined && attachment.id === undefined;
  const canSend = draft.trim() !== '' && !waits && !onStop && model !== undefined && !blocked;
  const send = () => {
    if (!canSend) return;
    onSend({
      ...common,
      model,
      anonymized: choices.length > 0,
      ...(attachment?.id && { doc: attachment.id }),
      isImage,
    });
    onDraft('');
    setKept([]);
    setHidden([]);
    clear();
  };
  const undo = (value: string) => {
    setKept(kept.filter((other) => other !== value));
    setHidden(hidden.filter((other) => other !== value));
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FailureNotice error={error} />
      {blocked && <Notice kind="failure">{t.chat.blocked(t.kinds[blocked.kind])}</Notice>}
      {draft.trim() !== '' && (
        <Findings
          text={draft}
          findings={findings}
          kept={kept}
          hidden={hidden}
          selected={selected}
          onKeep={(value) => (hidden.includes(value) ? undo(value) : setKept([...kept, value]))}
          onHide={(value) => setHidden([...hidden, value])}
          onUndo={undo}
        />
      )}
      {attachment && <AttachmentView attachment={attachment} onRemove={clear} />}
      <div className="composer-box">
        <HighlightedInput
          label={t.chat.prompt}
          placeholder={isImage ? t.chat.imagePlaceholder : t.chat.placeholder}
          value={draft}
          findings={findings}
          onChange={onDraft}
          onSubmit={send}
          onSelect={setSelected}
        />
        <div className="composer-tools">
          <input
            ref={file}
            type="file"
            hidden
            accept={DOCUMENT_TYPES}
            aria-label={t.chat.attach}
            onChange={({ target }) => {
              if (target.files?.[0]) void attach(target.files[0]);
              target.value = '';
            }}
          />
          <IconButton
            icon="attach"
            size="small"
            label={t.chat.attach}
            onClick={() => file.current?.click()}
          />
          <IconButton
            icon="image"
            size="small"
            label={t.chat.asImage}
            aria-pressed={isImage}
            onClick={() => setIsImage(!isImage)}
          />
          <RecordButton onText={(text) => onDraft(draft === '' ? text : `${draft} ${text}`)} />
          <PrivacyOptions />
          <span className="grow" />
          <ModelChoice />
          {onStop ? (
            <Button icon="stop" onClick={onStop}>
              <span className="label">{t.chat.stop}</span>
            </Button>
          ) : (
            <Button look="primary" icon="send" type="submit" disabled={!canSend}>
              <span className="label">{t.chat.send}</span>
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
