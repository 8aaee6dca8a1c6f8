import { useQuery } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { ask, client } from '../../api/client';
import { setPreferences, usePreferences } from '../../preferences';
import { KindsChoice } from '../../privacy/kinds-choice';
import { TextLanguage } from '../../privacy/text-language';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';

/** The models that one may use, the usual one first. */
export const useModels = () =>
  useQuery({
    queryKey: ['models'],
    queryFn: async () => (await ask(client.GET('/ai/v1/models'))).data.map(({ id }) => id),
  });

/** The model of the next call: the one chosen here last, if it is still offered. */
export function useModel(): string | undefined {
  const { model } = usePreferences();
  const { data: models } = useModels();
  return models?.find((id) => id === model) ?? models?.[0];
}

export function ModelChoice() {
  const t = useTexts();
  const { data: models = [] } = useModels();
  const model = useModel();
  return (
    <select
      className="input narrow quiet"
      aria-label={t.chat.model}
      value={model ?? ''}
      onChange={({ target }) => setPreferences({ model: target.value })}
    >
      {models.map((id) => (
        <option key={id}>{id}</option>
      ))}
    </select>
  );
}

/** Which kinds are hidden, and the language of the texts. */
export function PrivacyOptions() {
  const t = useTexts();
  const { kinds } = usePreferences();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button look="ghost" size="small" icon="shield">
          <span className="label">{kinds ? t.privacy.someKinds(kinds.length) : t.privacy.allKinds}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover stack"
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={12}
        >
          <h2>{t.privacy.kindsToHide}</h2>
          <KindsChoice value={kinds} onChange={(kinds) => setPreferences({ kinds })} />
          <TextLanguage />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
