import { failureOfJob } from '../api/failure';
import { useSession } from '../session/session';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Loaded } from '../ui/loading';
import { FailureNotice, Notice } from '../ui/notice';
import { Attempts } from './attempts';
import { useJob, useRedeliver } from './use-jobs';

/** A job's delivery with its attempts, and a button that resends it. */
export function JobDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts();
  const formats = useFormats();
  const { role } = useSession();
  const query = useJob(id);
  const redeliver = useRedeliver();
  return (
    <Dialog title={t.jobs.details} onClose={onClose} wide>
      <Loaded query={query}>
        {(job) => (
          <>
            <dl className="facts">
              <dt>{t.jobs.id}</dt>
              <dd className="mono">{job.job_id}</dd>
              <dt>{t.jobs.state}</dt>
              <dd>{t.jobs.states[job.status]}</dd>
              {job.finished_at && (
                <>
                  <dt>{t.jobs.finished}</dt>
                  <dd>{formats.dateTime(job.finished_at)}</dd>
                </>
              )}
            </dl>
            {job.error && <FailureNotice error={failureOfJob(job)} />}
            {job.delivery && <Attempts attempts={job.delivery.attempts} />}
            {redeliver.isSuccess && <Notice>{t.jobs.redelivering}</Notice>}
          </>
        )}
      </Loaded>
      <FailureNotice error={redeliver.error} />
      {role === 'admin' && query.data?.delivery && (
        <div className="dialog-actions">
          <Button icon="repeat" busy={redeliver.isPending} onClick={() => redeliver.mutate(id)}>
            {t.jobs.redeliver}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
