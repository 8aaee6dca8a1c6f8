import { LEAK_MATRIX, OTHERS, type FieldFate } from '@app/openai-gateway';

/** The fields of a body and what happens to each, as a table in Markdown; those of one fate stand together. */
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
