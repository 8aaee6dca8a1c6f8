import { useChatScene, type ChatScene } from '../../support/chat-scene';

/** What all parts of the suite ask for alike. */
export const useApi = (): ChatScene => useChatScene({ models: ['test-model', 'other-model'] });
