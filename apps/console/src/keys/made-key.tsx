import type { Schemas } from '../api/client';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { useShownOnce } from '../ui/shown-once';
import { Tabs } from '../ui/tabs';
import { examplesFor } from './examples';

/** A new key, which is shown once, with examples of its use. */
export function MadeKey({ made, onClose }: { made: Schemas['MadeKeyDto']; onClose: () => void }) {
  const t = useTexts();
  const { close, onTaken, question } = useShownOnce(made.key, onClose);
  const examples = examplesFor(made);
  return (
    <Dialog title={t.keys.made(made.name)} onClose={close} wide>
      {question}
      <Notice kind="warning">{t.keys.shownOnce}</Notice>
      <div className="stack-small">
        <code className="secret" data-testid="made-key" onCopy={onTaken}>
          {made.key}
        </code>
        <div>
          <CopyButton text={made.key} onCopied={onTaken} />
        </div>
      </div>
      <Tabs
        label={t.keys.examples}
        tabs={examples.map(({ name, code }) => ({
          value: name,
          name,
          content: (
            <div className="stack-small">
              <code className="secret">{code}</code>
              <div>
                <CopyButton text={code} onCopied={onTaken} />
              </div>
            </div>
          ),
        }))}
      />
      <div className="dialog-actions">
        <Button look="primary" onClick={close}>
          {t.common.done}
        </Button>
      </div>
    </Dialog>
  );
}
