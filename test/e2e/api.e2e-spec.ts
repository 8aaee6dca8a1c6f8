/**
 * An api with everything set up, and no limits on calls: parts that share one system, each with an organization of its own
 * (`useApi`). `npm test -- test/e2e/api.e2e -t 'the chat list'` runs one.
 */
import './api/access';
import './api/anonymize';
import './api/chat';
import './api/chat-streaming';
import './api/continue';
import './api/documents-in-chat';
import './api/files';
import './api/help';
import './api/history';
import './api/http-hardening';
import './api/images';
import './api/openai-endpoints';
import './api/openai-gateway';
import './api/protection';
import './api/trouble';
import './api/unlinkable';
import './api/upload';
import './api/usage';
