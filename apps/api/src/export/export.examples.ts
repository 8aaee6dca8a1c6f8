/** One chat of an export. */
const CHAT = {
  id: '01a1fe38-4d68-7f4e-a9df-3cad8ffcb936',
  name: 'Write to Hans Müller',
  created_at: '2026-01-15T09:30:00.000Z',
  last_used_at: '2026-01-15T09:30:00.000Z',
  turns_newest_first: [
    {
      id: '01a1fe38-4e2a-7c11-8d3f-5a0c2b9e7f10',
      at: '2026-01-15T09:30:00.000Z',
      model: 'gpt-4o-mini',
      response_type: 'text',
      prompt: 'Write to Hans Müller',
      answer: 'Dear Hans, ...',
      sent_prompt: 'Write to Jan Weber',
      received_answer: 'Dear Jan, ...',
      replacements: [{ type: 'Names', original: 'Hans Müller', replacement: 'Jan Weber' }],
      document_id: null,
    },
  ],
};

export const EXPORT_DESCRIPTION = `The archive holds, in the clear:
- \`account.json\`: your account, and each call of a model that you caused
- \`chats/<id>/chat.json\`: a chat with its turns, newest first, as you wrote and read them and as they were sent;
  its images beside it as \`<turn id>.png\`, \`.jpeg\` or \`.webp\`
- \`documents/<id>/document.json\` and \`text.txt\`: an uploaded file's name, and its text, which is all that is kept of it
- \`jobs/<id>/job.json\`: a job, with its input until it ends and its result until that is deleted; \`audio\` until it ends

A \`chat.json\`:

\`\`\`json
${JSON.stringify(CHAT, null, 2)}
\`\`\``;
