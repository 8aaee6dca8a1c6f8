import { Suspense } from 'react';
import { useSession } from '../../session/session';
import type { Protection } from '../../privacy/protection';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { loadPart } from '../../ui/load-part';
import { Notice } from '../../ui/notice';
import { useModels } from '../composer/options';
import { useIsBeginner } from '../conversations/use-conversations';
import { DEMO_MODEL } from '../demo';
import { Tour, useTour } from '../tour';

const FirstPolicy = loadPart(async () => (await import('../../policy/first-policy')).FirstPolicy);

interface Props {
  protection: Protection;
  onExample: (prompt: string) => void;
}

/** A new conversation: explains what happens to personal data, and offers an example prompt. */
export function Welcome({ protection, onExample }: Props) {
  const t = useTexts();
  const { role } = useSession();
  const isTourOpen = useTour();
  const showsTour = useIsBeginner() && isTourOpen;
  return (
    <div className="welcome">
      <NoModel />
      {role === 'admin' && (
        <Suspense>
          <FirstPolicy />
        </Suspense>
      )}
      <h2>{t.chat.welcome}</h2>
      <p className="muted">
        {t.protection.meanings[protection]} {protection !== 'off' && t.chat.mayMiss}
      </p>
      {showsTour ? (
        <Tour />
      ) : (
        protection !== 'off' && (
          <ol className="welcome-steps">
            {t.chat.steps.map(([title, text], index) => (
              <li key={title}>
                <Icon name={(['shield', 'send', 'eye'] as const)[index]!} />
                <h3>{title}</h3>
                <p className="muted small">{text}</p>
              </li>
            ))}
          </ol>
        )
      )}
      <Button icon="edit" onClick={() => onExample(t.chat.example)}>
        {t.chat.tryExample}
      </Button>
    </div>
  );
}

/** Tells an admin what to set while the demo model answers. */
function NoModel() {
  const t = useTexts();
  const { role } = useSession();
  const { data: models } = useModels();
  if (role !== 'admin' || models?.[0] !== DEMO_MODEL) return null;
  return <Notice kind="warning">{t.chat.noModel}</Notice>;
}
