/**
 * A fully configured api without limits on calls. The parts share one system and each has its own organization
 * (`useApi`). `npm test -- test/e2e/api.e2e -t 'the chat list'` runs one part.
 */
import './api/access';
import './api/anonymize';
import './api/anthropic-gateway';
import './api/assistants';
import './api/cases';
import './api/chat';
import './api/chat-streaming';
import './api/continue';
import './api/documents-in-chat';
import './api/evaluations';
import './api/files';
import './api/gemini-gateway';
import './api/help';
import './api/history';
import './api/http-hardening';
import './api/images';
import './api/litellm';
import './api/mcp';
import './api/mcp-gateway';
import './api/openai-endpoints';
import './api/openai-gateway';
import './api/presidio';
import './api/protection';
import './api/scim';
import './api/title';
import './api/trouble';
import './api/unlinkable';
import './api/upload';
import './api/usage';
