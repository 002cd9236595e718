import { diffArrays } from 'diff';

/** One difference between two lists; places start at 1. */
export type ListChange<Row> =
  | { kind: 'added'; to: number; after: Row }
  | { kind: 'removed'; from: number; before: Row }
  | { kind: 'moved'; from: number; to: number; after: Row }
  | { kind: 'changed'; from: number; to: number; before: Row; after: Row };

type Placed<Row> = { place: number; row: Row; key: string };

/**
 * The changes from one list to the other, in the order of the rows. Rows that stayed are left out.
 *
 * @param isSameThing whether two different rows are versions of the same row
 */
export function diffLists<Row>(
  before: readonly Row[],
  after: readonly Row[],
  isSameThing: (before: Row, after: Row) => boolean,
): ListChange<Row>[] {
  const { removed, added } = unmatched(before.map(toPlaced), after.map(toPlaced));
  const changes: ListChange<Row>[] = [];
  const pair = (isPair: (one: Placed<Row>, other: Placed<Row>) => boolean) => {
    for (const one of [...removed]) {
      const other = added.find((candidate) => isPair(one, candidate));
      if (!other) continue;
      removed.splice(removed.indexOf(one), 1);
      added.splice(added.indexOf(other), 1);
      const places = { from: one.place, to: other.place };
      changes.push(
        one.key === other.key
          ? { kind: 'moved', ...places, after: other.row }
          : { kind: 'changed', ...places, before: one.row, after: other.row },
      );
    }
  };
  pair((one, other) => one.key === other.key);
  pair((one, other) => isSameThing(one.row, other.row));
  for (const { place, row } of removed) changes.push({ kind: 'removed', from: place, before: row });
  for (const { place, row } of added) changes.push({ kind: 'added', to: place, after: row });
  return changes.sort((a, b) => placeOf(a) - placeOf(b));
}

function unmatched<Row>(before: Placed<Row>[], after: Placed<Row>[]) {
  const removed: Placed<Row>[] = [];
  const added: Placed<Row>[] = [];
  const options = { comparator: (one: Placed<Row>, other: Placed<Row>) => one.key === other.key };
  for (const part of diffArrays(before, after, options)) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) added.push(...part.value);
  }
  return { removed, added };
}

function toPlaced<Row>(row: Row, index: number): Placed<Row> {
  return { place: index + 1, row, key: JSON.stringify(row) };
}

/** A removed row is listed at its old place, before the row that is there now. */
function placeOf<Row>(change: ListChange<Row>): number {
  return change.kind === 'removed' ? change.from - 0.5 : change.to;
}
