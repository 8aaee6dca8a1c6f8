/**
 * Two apis on the same stores, with limits on calls, behind a proxy, without servers of images and speech. The parts
 * share one system and each has its own organization (`useTwoApis`).
 */
import './two-apis/budgets';
import './two-apis/chat';
import './two-apis/costly-document';
import './two-apis/key-limits';
import './two-apis/login';
import './two-apis/not-set-up';
import './two-apis/pages';
import './two-apis/rate-limits';
import './two-apis/request-limits';
import './two-apis/slow-clients';
import './two-apis/tokens';
