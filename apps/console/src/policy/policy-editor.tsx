import { useState } from 'react';
import { useSearch } from 'wouter';
import { toFailure } from '../api/failure';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { LeaveGuard } from '../ui/leaving';
import { FailureNotice, Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { KindModes } from './kind-modes';
import { ModelRules } from './model-rules';
import { PolicyHistory } from './policy-history';
import { PolicyPreview } from './policy-preview';
import { PresetChoice } from './preset-choice';
import { PRESET_PARAMETER, PRESETS, withPreset } from './presets';
import { RefusedCalls } from './refused-calls';
import { newRefusals } from './refusals';
import { RuleTable } from './rule-table';
import { Suggestions } from './suggestions';
import { useSavePolicy, type Policy } from './use-policy';

interface Props {
  version: number;
  saved: Policy;
  onReload: () => void;
}

/** The policy as a draft. It takes effect when it is saved. */
export function PolicyEditor({ version, saved, onReload }: Props) {
  const t = useTexts();
  const isReader = useSession().role !== 'admin';
  const proposed = new URLSearchParams(useSearch()).get(PRESET_PARAMETER);
  const [policy, setPolicy] = useState(() => {
    // A link may open the page with a preset, but only while the organization has no policy.
    const preset = version === 0 && !isReader && PRESETS.find((one) => one === proposed);
    return preset ? withPreset(saved, preset) : saved;
  });
  const save = useSavePolicy(version);
  const [dialog, setDialog] = useState<'preset' | 'suggestions'>();
  const close = () => setDialog(undefined);
  const isChanged = JSON.stringify(policy) !== JSON.stringify(saved);
  const change = (part: Partial<Policy>) => setPolicy({ ...policy, ...part });
  return (
    <Page
      title={t.nav.privacy}
      intro={t.policy.intro}
      actions={
        <>
          <span className="muted small">{t.policy.version(version)}</span>
          {!isReader && (
            <>
              {/* A decision makes a new version, and the draft is based on this one. */}
              <Button icon="people" disabled={isChanged} onClick={() => setDialog('suggestions')}>
                {t.suggestions.title}
              </Button>
              <Button icon="shield" onClick={() => setDialog('preset')}>
                {t.policy.preset}
              </Button>
              <Button disabled={!isChanged} onClick={() => setPolicy(saved)}>
                {t.policy.discard}
              </Button>
              <Button
                look="primary"
                busy={save.isPending}
                disabled={!isChanged}
                onClick={() => save.mutate(policy)}
              >
                {t.common.save}
              </Button>
            </>
          )}
        </>
      }
    >
      <FailureNotice error={save.error} />
      {toFailure(save.error).status === 412 && <Button onClick={onReload}>{t.policy.reload}</Button>}
      {isReader && <Notice>{t.policy.readOnly}</Notice>}
      {isChanged && (
        <>
          <Notice kind="warning">{t.policy.unsaved}</Notice>
          <RefusedCalls of={newRefusals(saved, policy)} />
          <LeaveGuard />
        </>
      )}
      <div className="policy">
        <Tabs
          label={t.nav.privacy}
          tabs={[
            {
              value: 'kinds',
              name: t.policy.kinds,
              content: <KindModes policy={policy} disabled={isReader} onChange={change} />,
            },
            {
              value: 'rules',
              name: t.policy.rules,
              content: <RuleTable policy={policy} disabled={isReader} onChange={setPolicy} />,
            },
            {
              value: 'models',
              name: t.policy.models,
              content: <ModelRules policy={policy} disabled={isReader} onChange={change} />,
            },
            {
              value: 'history',
              name: t.policy.history,
              content: (
                <PolicyHistory version={version} saved={saved} disabled={isReader} onRestore={setPolicy} />
              ),
            },
          ]}
        />
        <PolicyPreview policy={policy} />
      </div>
      {dialog === 'preset' && <PresetChoice policy={policy} onChoose={setPolicy} onClose={close} />}
      {dialog === 'suggestions' && (
        <Suggestions
          onClose={(hasChanged) => {
            close();
            if (hasChanged) onReload();
          }}
        />
      )}
    </Page>
  );
}
