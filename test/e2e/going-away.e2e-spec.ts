/**
 * Programs and stores that go away and come back: parts that share one system, each with an organization of its own
 * (`useStoppingScene`).
 */
import './going-away/stores';
import './going-away/jobs';
import './going-away/programs';
