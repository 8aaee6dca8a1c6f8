/**
 * Files and pictures, with an api and a worker without limits on calls. The parts share one system and each has its own
 * organization (`useApiAndWorker`).
 */
import './files/file-job';
import './files/files';
import './files/hostile-files';
import './files/images-in-prompts';
import './files/unattached-documents';
