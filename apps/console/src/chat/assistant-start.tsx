import { useAssistant } from '../assistants/use-assistants';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { AreaField } from '../ui/field';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { changeWork, type ChosenAssistant } from './work/work';

interface Props {
  workKey: string;
  assistant: ChosenAssistant;
  onStarter: (prompt: string) => void;
}

/** The beginning of a conversation with an assistant: the texts of its variables, and its starters. */
export function AssistantStart({ workKey, assistant, onStarter }: Props) {
  const t = useTexts();
  const { id, name, values } = assistant;
  const { data, error, refetch } = useAssistant(id);
  const leave = () => changeWork(workKey, { assistant: undefined });
  return (
    <div className="welcome">
      <div className="stack">
        <h2>{name}</h2>
        {data?.description && <p className="muted">{data.description}</p>}
        {!data && !error && <Loading />}
        <FailureNotice error={error} onRetry={() => void refetch()} />
        {Object.entries(values).map(([variable, value]) => (
          <AreaField
            key={variable}
            label={variable}
            value={value}
            rows={1}
            required
            maxLength={2_000}
            onChange={(text) =>
              changeWork(workKey, { assistant: { ...assistant, values: { ...values, [variable]: text } } })
            }
          />
        ))}
        {data && data.starters.length > 0 && (
          <div className="stack-small" role="group" aria-label={t.assistants.starters}>
            {data.starters.map((starter) => (
              <Button key={starter} icon="edit" className="starter" onClick={() => onStarter(starter)}>
                {starter}
              </Button>
            ))}
          </div>
        )}
        <p className="small muted">{t.assistants.startText}</p>
        <div className="row">
          <Button size="small" icon="close" onClick={leave}>
            {t.assistants.leave}
          </Button>
        </div>
      </div>
    </div>
  );
}
