import {
  isInput,
  isSameText,
  isStoredAlike,
  isStoredRow,
  namesOf,
  rowsIn,
  storedRow,
  type DocumentInput,
  type Field,
  type Fields,
  type NameOf,
  type Row,
  type RowsField,
  type Value,
} from './fields';
import { mergeRows, resolveRows, type RowChoices, type RowMerge, type Side } from './merge-rows';

/** Which side changed which field of a document that two members edited from the same version. */
export type Comparison<Input extends DocumentInput> = {
  /** Changed by them alone: their value is used. */
  onlyTheirs: NameOf<Input>[];
  onlyMine: NameOf<Input>[];
  /** Changed by both to different values: the editor has to choose. */
  both: NameOf<Input>[];
  /** Lists changed on both sides, merged row by row. */
  lists: { name: NameOf<Input>; field: RowsField; merge: RowMerge<Row> }[];
};

export type Choices = {
  /** By the name of the field. */
  sides: Readonly<Record<string, Side>>;
  rows: Readonly<Record<string, RowChoices>>;
};

export const noChoices: Choices = { sides: {}, rows: {} };
export const noRowChoices: RowChoices = { rows: {} };

/**
 * @param base the version both started from; null when it is not known: then the editor chooses
 *   for every difference
 */
export function compareVersions<Input extends DocumentInput>(
  fields: Fields<Input>,
  base: Input | null,
  mine: Input,
  theirs: Input,
): Comparison<Input> {
  const comparison: Comparison<Input> = { onlyTheirs: [], onlyMine: [], both: [], lists: [] };
  for (const name of namesOf(fields)) {
    const field: Field = fields[name];
    if (isStoredAlike(fields, name, mine, theirs)) continue;
    if (base && isStoredAlike(fields, name, base, mine)) comparison.onlyTheirs.push(name);
    else if (base && isStoredAlike(fields, name, base, theirs)) comparison.onlyMine.push(name);
    else if (base && field.type === 'rows') {
      const merge = mergeLists(field, base[name], mine[name], theirs[name]);
      comparison.lists.push({ name, field, merge });
    } else comparison.both.push(name);
  }
  return comparison;
}

// Unfinished rows of the base were never stored: in mine they count as new, not as removed by them.
function mergeLists(field: RowsField, base?: Value, mine?: Value, theirs?: Value): RowMerge<Row> {
  const shareOneOf = (parts: readonly string[]) => (one: Row, other: Row) =>
    parts.some((part) => isSameText(one[part], other[part]));
  return mergeRows(
    rowsIn(base).filter((row) => isStoredRow(field, row)),
    rowsIn(mine),
    rowsIn(theirs),
    {
      keyOf: (row) => JSON.stringify(storedRow(field, row)),
      isSameThing: shareOneOf(field.sameBy),
      isAlike: shareOneOf(field.alikeBy),
    },
  );
}

/** How many choices are still open. */
export function countOpen<Input extends DocumentInput>(
  { both, lists }: Comparison<Input>,
  choices: Choices,
): number {
  const fields = both.filter((name) => choices.sides[name] === undefined).length;
  return lists.reduce(
    (sum, { name, merge }) => sum + openRows(merge, choices.rows[name] ?? noRowChoices),
    fields,
  );
}

function openRows(merge: RowMerge<Row>, choices: RowChoices): number {
  const rows = merge.rows.filter(({ id, side }) => side === null && !choices.rows[id]).length;
  return rows + (merge.orderSide === null && !choices.order ? 1 : 0);
}

/** Chooses the same side everywhere. */
export function chooseEverywhere<Input extends DocumentInput>(
  { both, lists }: Comparison<Input>,
  side: Side,
): Choices {
  return {
    sides: Object.fromEntries(both.map((name) => [name, side])),
    rows: Object.fromEntries(
      lists.map(({ name, merge }) => {
        const open = merge.rows.filter((row) => row.side === null);
        return [name, { rows: Object.fromEntries(open.map(({ id }) => [id, side])), order: side }];
      }),
    ),
  };
}

/** My version, with the fields that they alone changed and those where theirs was chosen. */
export function mergeVersions<Input extends DocumentInput>(
  fields: Fields<Input>,
  mine: Input,
  theirs: Input,
  { onlyTheirs, both, lists }: Comparison<Input>,
  choices: Choices,
): Input {
  const chosen = both.filter((name) => choices.sides[name] === 'theirs');
  const merged = { ...mine };
  for (const name of [...onlyTheirs, ...chosen]) merged[name] = theirs[name];
  const rows = lists.map(
    ({ name, merge }) => [name, resolveRows(merge, choices.rows[name] ?? noRowChoices)] as const,
  );
  const whole: DocumentInput = { ...merged, ...Object.fromEntries(rows) };
  return isInput(fields, whole) ? whole : merged;
}
