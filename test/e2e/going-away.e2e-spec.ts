/**
 * Programs and stores that stop and return. The parts share one system and each has its own organization
 * (`useStoppingScene`).
 */
import './going-away/stores';
import './going-away/jobs';
import './going-away/programs';
