import { useState } from 'react';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Loaded } from '../ui/loading';
import { changesOf, type Change } from './changes';
import { usePolicyVersion, usePolicyVersions, type Policy } from './use-policy';

interface Props {
  /** The version in force, and its policy. */
  version: number;
  saved: Policy;
  disabled: boolean;
  /** Puts an earlier policy into the draft. */
  onRestore: (policy: Policy) => void;
}

/** The stored versions of the policy. Each can be compared with the one in force and become the draft. */
export function PolicyHistory({ version, saved, disabled, onRestore }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const query = usePolicyVersions();
  const [opened, setOpened] = useState<number>();
  return (
    <div className="stack">
      <p className="muted">{t.policy.historyText}</p>
      <Loaded query={query}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="empty card">{t.policy.noVersions}</p>
          ) : (
            <ul className="plain-list versions-list">
              {versions.map(({ version: each, created_at: at, by }) => (
                <li key={each} className="stack-small">
                  <div className="row">
                    <span className="grow">
                      {t.policy.version(each)} <span className="muted small">{formats.dateTime(at)}</span>{' '}
                      {by && <span className="muted small">{by}</span>}
                    </span>
                    {each === version ? (
                      <span className="badge good">{t.policy.inForce}</span>
                    ) : (
                      <Button
                        size="small"
                        aria-expanded={opened === each}
                        onClick={() => setOpened(opened === each ? undefined : each)}
                      >
                        {t.policy.compare(each)}
                      </Button>
                    )}
                  </div>
                  {opened === each && (
                    <Comparison version={each} saved={saved} disabled={disabled} onRestore={onRestore} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

/** What would change if an earlier version were in force again. */
function Comparison({ version, saved, disabled, onRestore }: Props) {
  const t = useTexts();
  const query = usePolicyVersion(version);
  return (
    <Loaded query={query}>
      {(policy) => {
        const changes = changesOf(saved, policy, t);
        return (
          <div className="card stack">
            <p className="small">{changes.length === 0 ? t.policy.sameRules : t.policy.wouldChange}</p>
            {changes.length > 0 && <Changes of={changes} />}
            {!disabled && changes.length > 0 && (
              <div className="row">
                <Button icon="restore" onClick={() => onRestore(policy)}>
                  {t.policy.restore(version)}
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

/** Differences of two policies: what there was, and what there is instead. */
export function Changes({ of }: { of: readonly Change[] }) {
  const t = useTexts();
  return (
    <ul className="plain-list changes small">
      {of.map(({ what, before, after }, index) => (
        <li key={index}>
          <strong>{what}</strong>{' '}
          {before !== undefined && (
            <del>
              <span className="visually-hidden">{t.policy.before}</span> {before}
            </del>
          )}{' '}
          {after !== undefined && (
            <ins>
              <span className="visually-hidden">{t.policy.after}</span> {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
