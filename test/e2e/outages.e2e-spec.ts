/**
 * Programs and stores that stop and return. The parts share one system and each has its own organization
 * (`useStoppingScene`).
 */
import './outages/stores';
import './outages/frozen-stores';
import './outages/file-store';
import './outages/jobs';
import './outages/programs';
