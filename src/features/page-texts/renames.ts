import { serviceName } from '@/content/service-name';
import { rowsIn, type DocumentInput, type Row } from '@/documents/fields';
import type { Rename } from '@/documents/replace-words';

const namesOf = (row: Row | undefined) =>
  row ? [row.title?.trim() ?? '', serviceName({ ...row, title: row.title ?? '' }).trim()] : [];

/** The names of services that a save has changed: the title, and the label of forms and tags. */
export function serviceRenames(before: DocumentInput, after: DocumentInput): Rename[] {
  const renames: Rename[] = [];
  const kept = new Set(rowsIn(after.services).flatMap(namesOf));
  for (const row of rowsIn(after.services)) {
    const earlier = rowsIn(before.services).find(({ id }) => id && id === row.id);
    const names = namesOf(row);
    namesOf(earlier).forEach((from, place) => {
      const to = names[place] ?? '';
      const isKnown = renames.some((rename) => rename.from === from);
      // Another service may have the name now.
      if (from !== '' && to !== '' && !kept.has(from) && !isKnown) renames.push({ from, to });
    });
  }
  return renames;
}
