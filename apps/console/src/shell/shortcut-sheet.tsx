import { Fragment } from 'react';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { SHORTCUTS } from './shortcuts';

const MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The shortcuts of the page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t.shortcuts.title} onClose={onClose}>
      <dl className="shortcuts">
        {Object.entries(SHORTCUTS).map(([name, keys]) => (
          <Fragment key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === 'Mod' ? t.shortcuts.mod(MAC) : (t.shortcuts.keys[key] ?? key)}</kbd>
              ))}
            </dt>
            <dd>{t.shortcuts.actions[name as keyof typeof SHORTCUTS]}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
