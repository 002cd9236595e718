import { diffArrays } from 'diff';

export type Side = 'mine' | 'theirs';

/** One row in three versions; null in a version without it. */
export type RowVersions<Row> = {
  base: Row | null;
  mine: Row | null;
  theirs: Row | null;
};

export type MergedRow<Row> = RowVersions<Row> & {
  id: string;
  /** Null: both sides changed it differently, and the editor has to choose. */
  side: Side | null;
};

export type RowMerge<Row> = {
  rows: MergedRow<Row>[];
  /** The rows of each side, in its order. */
  order: Record<Side, string[]>;
  /** Whose order is used; null: both moved rows, to different places. */
  orderSide: Side | null;
};

export type RowRules<Row> = {
  /** Equal for rows with the same stored values. */
  keyOf: (row: Row) => string;
  /** Whether two different rows are certainly one row that was changed. */
  isSameThing: (one: Row, other: Row) => boolean;
  /** Whether they may be one row, if no other row matches. Not used for rows that both added. */
  isAlike: (one: Row, other: Row) => boolean;
};

/** Merges two lists that were changed from the same start, row by row. */
export function mergeRows<Row>(
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
  rules: RowRules<Row>,
): RowMerge<Row> {
  const toMine = matchRows(base, mine, rules);
  const toTheirs = matchRows(base, theirs, rules);
  const mineOnly = unmatched(mine, toMine);
  const theirsOnly = unmatched(theirs, toTheirs);
  const addedAlike = matchRows(
    mineOnly.map(({ row }) => row),
    theirsOnly.map(({ row }) => row),
    { ...rules, isAlike: () => false },
  );
  const rows: MergedRow<Row>[] = [];
  const places: Record<Side, Map<number, string>> = { mine: new Map(), theirs: new Map() };
  const add = (versions: RowVersions<Row>, at: Partial<Record<Side, number>>) => {
    const id = String(rows.length);
    rows.push({ id, ...versions, side: sideOf(versions, rules.keyOf) });
    if (at.mine !== undefined) places.mine.set(at.mine, id);
    if (at.theirs !== undefined) places.theirs.set(at.theirs, id);
  };

  base.forEach((row, place) => {
    const at = { mine: toMine.get(place), theirs: toTheirs.get(place) };
    add({ base: row, mine: rowAt(mine, at.mine), theirs: rowAt(theirs, at.theirs) }, at);
  });
  mineOnly.forEach(({ row, place }, index) => {
    const match = addedAlike.get(index);
    const other = match === undefined ? undefined : theirsOnly[match];
    add(
      { base: null, mine: row, theirs: other?.row ?? null },
      { mine: place, theirs: other?.place },
    );
  });
  const matched = new Set(addedAlike.values());
  theirsOnly.forEach(({ row, place }, index) => {
    if (!matched.has(index)) add({ base: null, mine: null, theirs: row }, { theirs: place });
  });

  const order = { mine: inOrder(places.mine), theirs: inOrder(places.theirs) };
  return { rows, order, orderSide: orderSideOf(rows, order) };
}

export type RowChoices = {
  /** By the id of the row. */
  rows: Readonly<Record<string, Side>>;
  order?: Side | undefined;
};

/** The merged list. My version is used where no choice was made. */
export function resolveRows<Row>(merge: RowMerge<Row>, choices: RowChoices): Row[] {
  const byId = new Map(
    merge.rows.map((row) => [row.id, row[row.side ?? choices.rows[row.id] ?? 'mine']]),
  );
  return mergedOrder(merge, merge.orderSide ?? choices.order ?? 'mine').flatMap(
    (id) => byId.get(id) ?? [],
  );
}

function sideOf<Row>(
  { base, mine, theirs }: RowVersions<Row>,
  keyOf: (row: Row) => string,
): Side | null {
  const [b, m, t] = [base, mine, theirs].map((row) => (row === null ? null : keyOf(row)));
  if (m === t || t === b) return 'mine';
  return m === b ? 'theirs' : null;
}

/** Maps the place of a row in one list to its place in the other, if it was kept, moved or changed. */
function matchRows<Row>(
  from: readonly Row[],
  to: readonly Row[],
  { keyOf, isSameThing, isAlike }: RowRules<Row>,
): Map<number, number> {
  const matches = new Map<number, number>();
  const fromKeys = from.map(keyOf);
  const toKeys = to.map(keyOf);
  const restOfFrom = new Set(from.keys());
  const restOfTo = new Set(to.keys());
  const match = (one: number, other: number) => {
    matches.set(one, other);
    restOfFrom.delete(one);
    restOfTo.delete(other);
  };
  const matchRest = (isMatch: (one: number, other: number) => boolean) => {
    for (const one of [...restOfFrom]) {
      const candidates = [...restOfTo].filter((other) => isMatch(one, other));
      const other = nearest(one, candidates);
      if (other !== undefined) match(one, other);
    }
  };

  let [one, other] = [0, 0];
  for (const { added, removed, count } of diffArrays(fromKeys, toKeys)) {
    if (!added && !removed) {
      for (let step = 0; step < count; step += 1) match(one + step, other + step);
    }
    if (!added) one += count;
    if (!removed) other += count;
  }
  matchRest((a, b) => fromKeys[a] === toKeys[b]);
  for (const isMatch of [isSameThing, isAlike]) {
    matchRest((a, b) => {
      const [before, after] = [from[a], to[b]];
      return before !== undefined && after !== undefined && isMatch(before, after);
    });
  }
  return matches;
}

function nearest(place: number, candidates: readonly number[]): number | undefined {
  return candidates.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place) || a - b)[0];
}

function unmatched<Row>(rows: readonly Row[], matches: ReadonlyMap<number, number>) {
  const matched = new Set(matches.values());
  return rows.flatMap((row, place) => (matched.has(place) ? [] : { row, place }));
}

function rowAt<Row>(rows: readonly Row[], place: number | undefined): Row | null {
  return (place === undefined ? undefined : rows[place]) ?? null;
}

function inOrder(places: ReadonlyMap<number, string>): string[] {
  return [...places].sort(([a], [b]) => a - b).map(([, id]) => id);
}

/** Compares the rows that all three versions have to find which side moved some; ids of base rows are in base order. */
function orderSideOf<Row>(
  rows: readonly MergedRow<Row>[],
  order: Record<Side, string[]>,
): Side | null {
  const everywhere = new Set(
    rows.flatMap(({ id, base, mine, theirs }) => (base && mine && theirs ? id : [])),
  );
  const [before, mine, theirs] = [rows.map(({ id }) => id), order.mine, order.theirs].map((ids) =>
    ids.filter((id) => everywhere.has(id)).join(),
  );
  if (theirs === before || theirs === mine) return 'mine';
  return mine === before ? 'theirs' : null;
}

/** The order of one side; rows of the other side are inserted after the row they follow there. */
function mergedOrder<Row>({ order }: RowMerge<Row>, side: Side): string[] {
  const merged = [...order[side]];
  const known = new Set(merged);
  let previous: string | null = null;
  for (const id of order[side === 'mine' ? 'theirs' : 'mine']) {
    if (!known.has(id)) {
      merged.splice(previous === null ? 0 : merged.indexOf(previous) + 1, 0, id);
      known.add(id);
    }
    previous = id;
  }
  return merged;
}
