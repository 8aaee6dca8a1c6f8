/**
 * An api and a worker without limits on calls. The parts share one system and each has its own organization
 * (`useApiAndWorker`).
 */
import './api-and-worker/anonymization-job';
import './api-and-worker/batches';
import './api-and-worker/policy';
import './api-and-worker/restoring';
import './api-and-worker/structured-texts';
import './api-and-worker/tenancy';
import './api-and-worker/transcription-job';
