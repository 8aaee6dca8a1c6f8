import { LEAK_MATRIX, OTHERS, type FieldFate } from '@app/openai-gateway';

/** Returns the fields of a body and their fates as a Markdown table, grouped by fate. */
export function fieldTable(body: string): string {
  const groups = new Map<string, { fields: string[]; what: string }>();
  for (const { field, fate, about } of LEAK_MATRIX[body] ?? []) {
    const what = about === undefined ? fate : `${fate}: ${about}`;
    const group = groups.get(`${parentOf(field)} ${what}`) ?? { fields: [], what };
    group.fields.push(shown(field));
    groups.set(`${parentOf(field)} ${what}`, group);
  }
  const rows = [...groups.values()].map(({ fields, what }) => `| ${fields.join(', ')} | ${what} |`);
  return ['| field | what happens to it |', '|---|---|', ...rows].join('\n');
}

const parentOf = (field: FieldFate['field']): string => field.slice(0, Math.max(0, field.lastIndexOf('.')));

const shown = (field: string): string => (field === OTHERS ? field : `\`${field}\``);
