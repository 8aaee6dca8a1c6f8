import type { Schemas } from '../api/client';
import { addressOf, settings } from '../settings';

/**
 * Returns examples of a key's use in three languages: for the OpenAI gateway if the key has that scope, else for an
 * endpoint of its scopes.
 */
export function examplesFor({ key, scopes }: Schemas['MadeKeyDto']): { name: string; code: string }[] {
  const base = settings.publicBaseUrl.replace(/\/+$/, '');
  if (scopes.includes('openai')) return openAi(base + addressOf('/ai/v1/openai/v1'), key);
  const [path, body] = scopes.includes('anonymize')
    ? [
        '/ai/v1/anonymize',
        { lang: 'en', model: 'demo-echo', anonymized: true, choices: ['All'], prompt: PROMPT },
      ]
    : ['/ai/v1/chat', { lang: 'en', model: 'demo-echo', anonymized: true, choices: ['All'], prompt: PROMPT }];
  return plain(base + addressOf(path), key, JSON.stringify(body));
}

const PROMPT = 'Write to Anna Schmidt, anna.schmidt@example.com.';

const plain = (address: string, key: string, body: string) => [
  {
    name: 'curl',
    code: `curl ${address} \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
  },
  {
    name: 'Python',
    code: `import requests\n\nanswer = requests.post(\n    "${address}",\n    headers={"Authorization": "Bearer ${key}"},\n    json=${body.replaceAll('true', 'True')},\n)\nprint(answer.json())`,
  },
  {
    name: 'JavaScript',
    code: `const answer = await fetch('${address}', {\n  method: 'POST',\n  headers: {\n    Authorization: 'Bearer ${key}',\n    'Content-Type': 'application/json',\n  },\n  body: JSON.stringify(${body}),\n});\nconsole.log(await answer.json());`,
  },
];

const openAi = (base: string, key: string) => [
  {
    name: 'curl',
    code: `curl ${base}/chat/completions \\\n  -H 'Authorization: Bearer ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"model":"demo-echo","messages":[{"role":"user","content":"${PROMPT}"}]}'`,
  },
  {
    name: 'Python',
    code: `from openai import OpenAI\n\nclient = OpenAI(base_url="${base}", api_key="${key}")\nanswer = client.chat.completions.create(\n    model="demo-echo",\n    messages=[{"role": "user", "content": "${PROMPT}"}],\n)\nprint(answer.choices[0].message.content)`,
  },
  {
    name: 'JavaScript',
    code: `import OpenAI from 'openai';\n\nconst client = new OpenAI({ baseURL: '${base}', apiKey: '${key}' });\nconst answer = await client.chat.completions.create({\n  model: 'demo-echo',\n  messages: [{ role: 'user', content: '${PROMPT}' }],\n});\nconsole.log(answer.choices[0].message.content);`,
  },
];
