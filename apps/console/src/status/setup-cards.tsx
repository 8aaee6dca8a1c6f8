import { useModels } from '../chat/composer/options';
import { useFormats, useTexts } from '../texts';
import { Facts } from '../ui/facts';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import type { Status } from './use-status';

/** The engines for language, images and speech. */
export function EnginesCard({ engines: { language, images, speech } }: Pick<Status, 'engines'>) {
  const t = useTexts();
  const formats = useFormats();
  const offered = useModels();
  const contexts = new Map(language.models.map(({ id, context_tokens: tokens }) => [id, tokens]));
  return (
    <section className="card stack">
      <h2>{t.status.engines}</h2>
      <Facts
        of={[
          [t.status.language, t.status.engineNames[language.engine]],
          [t.status.images, [t.status.engineNames[images.engine], images.model].filter(Boolean).join(', ')],
          [
            t.status.speech,
            speech.engine === 'embedded' && speech.models.length === 0 ? (
              <span key="speech" className="badge waiting">
                {t.status.noSpeechModel}
              </span>
            ) : (
              [t.status.engineNames[speech.engine], ...speech.models].join(', ')
            ),
          ],
        ]}
      />
      {language.providers.length > 1 && (
        <>
          <h3>{t.status.providers}</h3>
          <ul className="plain-list">
            {language.providers.map(({ name, protocol, internal, circuit }) => (
              <li key={name} className="row">
                <span>{t.status.provider(name, protocol, internal)}</span>
                {circuit === 'open' && <span className="badge waiting">{t.status.providerFailing}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t.status.models}</h3>
      <Loaded query={offered}>
        {(ids) => (
          <ul className="plain-list">
            {ids.map((id) => (
              <li key={id} className="row">
                <code>{id}</code>
                {contexts.has(id) && (
                  <span className="muted small">{t.status.context(formats.number(contexts.get(id)!))}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

const KEPT = ['chats', 'documents', 'unattached_documents', 'jobs', 'job_results', 'audit_calls'] as const;

/** The retention times. */
export function RetentionCard({ retention }: Pick<Status, 'retention'>) {
  const t = useTexts();
  const formats = useFormats();
  const shown = (seconds: number | null): string =>
    seconds === null ? t.status.keptForever : formats.duration(seconds);
  return (
    <section className="card stack">
      <h2>{t.status.retention}</h2>
      <p className="muted">{t.status.retentionText}</p>
      <Facts of={KEPT.map((kind) => [t.status.kept[kind], shown(retention[kind])])} />
    </section>
  );
}

/** The current main key, and whether older ones can be removed. */
export function KeysCard({ keys }: Pick<Status, 'keys'>) {
  const t = useTexts();
  const formats = useFormats();
  const { encrypts, main_keys: count, old_data_keys: old } = keys;
  return (
    <section className="card stack">
      <h2>{t.status.encryption}</h2>
      <Facts
        of={[
          [t.status.mainKey, <code key="key">{encrypts}</code>],
          [t.status.mainKeys, formats.number(count)],
          [
            t.status.oldDataKeys,
            <span key="old" className={old === 0 ? 'badge good' : 'badge waiting'}>
              {old === 0 ? t.status.rotated : formats.number(old)}
            </span>,
          ],
        ]}
      />
      {old > 0 && <Notice kind="warning">{t.status.rotateAdvice}</Notice>}
      {old === 0 && count > 1 && <p className="muted small">{t.status.removeAdvice}</p>}
    </section>
  );
}
