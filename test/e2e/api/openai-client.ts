import OpenAI from 'openai';
import type { ChatScene } from '../../support/chat-scene';

/** Returns an OpenAI client of the scene's user with the gateway's base URL. */
export const openAi = ({ system, user }: ChatScene, headers: Record<string, string> = {}): OpenAI =>
  new OpenAI({
    baseURL: system.ai('openai/v1'),
    apiKey: user.token,
    maxRetries: 0,
    defaultHeaders: headers,
  });
