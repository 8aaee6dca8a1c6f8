import { Link } from 'wouter';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import type { useTurns } from './thread/use-turns';

/** The assistant that a stored conversation was started with. */
export function AssistantOfChat({ query }: { query: ReturnType<typeof useTurns> }) {
  const t = useTexts();
  const assistant = query.data?.pages[0]?.data.assistant;
  if (!assistant) return null;
  const { assistant_id: id, name } = assistant;
  return (
    <Link className="chat-case" href={`/assistants/${id}`} aria-label={t.assistants.assistantOf(name)}>
      <Icon name="assistant" /> <span>{name}</span>
    </Link>
  );
}
