import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

/** A new conversation: what happens here, and a first prompt to try. */
export function Welcome({ onExample }: { onExample: (prompt: string) => void }) {
  const t = useTexts();
  return (
    <div className="welcome">
      <h2>{t.chat.welcome}</h2>
      <p className="muted">{t.chat.welcomeText}</p>
      <ol className="welcome-steps">
        {t.chat.steps.map(([title, text], index) => (
          <li key={title}>
            <Icon name={(['hide', 'send', 'eye'] as const)[index]!} />
            <h3>{title}</h3>
            <p className="muted small">{text}</p>
          </li>
        ))}
      </ol>
      <Button icon="edit" onClick={() => onExample(t.chat.example)}>
        {t.chat.tryExample}
      </Button>
    </div>
  );
}
