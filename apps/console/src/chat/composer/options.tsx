import { useQuery } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { ask, client } from '../../api/client';
import { setWishes, useWishes } from '../../preferences';
import { KindsChoice } from '../../privacy/kinds-choice';
import { shownProtection, type Protection } from '../../privacy/protection';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';

/** Returns the models that the user may use, default first. */
export const useModels = () =>
  useQuery({
    queryKey: ['models'],
    queryFn: async () => (await ask(client.GET('/ai/v1/models'))).data.map(({ id }) => id),
  });

/** Returns the model of the next call: the user's last choice if it is still offered. */
export function useModel(): string | undefined {
  const { model } = useWishes();
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
      onChange={({ target }) => setWishes({ model: target.value })}
    >
      {models.map((id) => (
        <option key={id}>{id}</option>
      ))}
    </select>
  );
}

interface PrivacyProps {
  protection: Protection;
  /** Whether found values of the prompt stay unhidden. */
  leaves: boolean;
  /** Undefined: all that `All` includes; empty: protection is off. */
  chosen: readonly string[] | undefined;
  allowsUnprotected: boolean;
  onProtect: (on: boolean) => void;
}

/** The state of protection, with a popover for the kinds to hide. */
export function PrivacyOptions({ protection, leaves, chosen, allowsUnprotected, onProtect }: PrivacyProps) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    // After the popover has closed, no element would have the focus.
    if (hasAsked.current && !asks) trigger.current?.focus();
    hasAsked.current = asks;
  }, [asks]);
  const askToTurnOff = () => {
    setOpen(false);
    setAsks(true);
  };
  const state = shownProtection(protection, leaves);
  const isOff = chosen?.length === 0;
  const choose = (kinds: readonly string[] | undefined) => {
    if (kinds?.length === 0) {
      if (allowsUnprotected) askToTurnOff();
      return;
    }
    onProtect(true);
    setWishes({ kinds });
  };
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <Button
            ref={trigger}
            look="ghost"
            size="small"
            icon={state === 'off' ? 'warning' : 'shield'}
            className={`protection ${state}`}
          >
            {t.protection.states[state]}
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
            <p className="small">
              {t.protection.meanings[protection]} {state !== protection && t.protection.exceptLeft}
            </p>
            <KindsChoice value={chosen} onChange={choose} />
            {isOff ? (
              <Button
                icon="shield"
                onClick={() => {
                  setOpen(false);
                  onProtect(true);
                }}
              >
                {t.protection.turnOn}
              </Button>
            ) : (
              allowsUnprotected && (
                <Button look="ghost" size="small" icon="warning" onClick={askToTurnOff}>
                  {t.protection.turnOff}
                </Button>
              )
            )}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {asks && (
        <Confirm
          title={t.protection.offTitle}
          text={t.protection.offText}
          action={t.protection.turnOff}
          onConfirm={async () => onProtect(false)}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
