import type { ApiAnswer, ApiClient } from './api-client';

export interface ChatBody {
  session_id: string;
  anonymized_prompt: string;
  replaced_response: string;
  anonymized_values: Record<string, string[]>;
  total_tokens: string;
}

export interface HistoryBody {
  success: boolean;
  message: string;
  response_code: number;
  next_cursor?: string | null;
  data: {
    anonymized_values: Record<string, string[]>;
    detected_values?: Record<string, string[]>;
    prompts: Record<string, string>[];
  };
}

/** Returns a chat request with all required fields. */
export const aPrompt = (prompt: string, more: Record<string, unknown> = {}) => ({
  lang: 'eng',
  prompt,
  choices: ['Names', 'Emails', 'Phone'],
  model: 'test-model',
  anonymized: true,
  ...more,
});

export const sendPrompt = (
  api: ApiClient,
  prompt: string,
  more: Record<string, unknown> = {},
): Promise<ApiAnswer<ChatBody>> => api.post<ChatBody>('chat', aPrompt(prompt, more));

/** Returns the ids of a chat's turns, and of the versions of each. */
export const readVersions = async (
  api: Pick<ApiClient, 'get'>,
  chatId: string,
): Promise<{ turnId: string; versions: string[] }[]> =>
  (
    await api.get<{ data: { prompts: { turnId: string; versions: string[] }[] } }>(
      `history/${chatId}?include=versions`,
    )
  ).body.data.prompts;

export const readHistory = async (api: ApiClient, chatId: string, query = ''): Promise<HistoryBody> =>
  (await api.get<HistoryBody>(`history/${chatId}${query}`)).body;
