/**
 * An api and a worker, and no limits on calls: parts that share one system, each with an organization of its own
 * (`useApiAndWorker`).
 */
import './api-and-worker/anonymization-job';
import './api-and-worker/policy';
import './api-and-worker/structured-texts';
import './api-and-worker/tenancy';
import './api-and-worker/transcription-job';
import './api-and-worker/unattached-documents';
