/** The texts of a journal's entry, one paragraph each, with the field's name. */
export function wordsOf(json: string): string {
  const kept: Record<string, unknown> = Object(JSON.parse(json));
  return wordsIn('', kept.values ?? kept).join('\n\n');
}

function wordsIn(name: string, value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [`${name}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    wordsIn(Array.isArray(value) ? `${name} ${Number(key) + 1}` : key, part),
  );
}
