import { SortableRows } from '@/components/sortable-rows';
import {
  DIVIDER,
  describeMove,
  listOf,
  onHomePage,
  withMoved,
  type ArrangedStudy,
  type Arrangement,
} from '../arrangement';
import { ArrangeDivider, ArrangeRow, type ArrangeRowProps } from './arrange-row';

export type ArrangeListProps = {
  studies: readonly ArrangedStudy[];
  arrangement: Arrangement;
  /** @param moved what moving a study has fixed, in words */
  onChange: (next: Arrangement, moved?: string) => void;
};

/** One list in the order of the website; what is above its divider is arranged. */
export function ArrangeList({ studies, arrangement, onChange }: ArrangeListProps) {
  const { arranged, featured } = arrangement;
  const list = listOf(studies, arrangement);
  const shownFirst = onHomePage(studies, arrangement).map(({ id }) => id);

  function arrange(id: string | undefined, next: string[]) {
    const study = studies.find((one) => one.id === id);
    if (study) onChange({ ...arrangement, arranged: next }, describeMove(study, arranged, next));
  }

  const move = (from: number, to: number) => arrange(list[from], withMoved(list, from, to));

  function handleMove(index: number, to: Parameters<ArrangeRowProps['onMove']>[0]) {
    if (to === 'unarranged') {
      const id = list[index];
      return arrange(
        id,
        arranged.filter((one) => one !== id),
      );
    }
    const targets = {
      first: 0,
      up: Math.max(0, index - 1),
      down: Math.min(arranged.length - 1, index + 1),
    };
    move(index, targets[to]);
  }

  function handleFeature(id: string, isFeatured: boolean) {
    const others = featured.filter((one) => one !== id);
    onChange({ ...arrangement, featured: isFeatured ? [...others, id] : others });
  }

  return (
    <SortableRows rows={list.map((id) => ({ id }))} onMove={move}>
      <ol className="grid gap-2">
        {list.map((id, index) => {
          if (id === DIVIDER) {
            return <ArrangeDivider key={id} hasArranged={arranged.length > 0} />;
          }
          const study = studies.find((one) => one.id === id);
          return (
            study && (
              <ArrangeRow
                key={id}
                study={study}
                place={index < arranged.length ? index + 1 : null}
                isFeatured={featured.includes(id)}
                isOnHomePage={shownFirst.includes(id)}
                onFeature={(isFeatured) => handleFeature(id, isFeatured)}
                onMove={(to) => handleMove(index, to)}
              />
            )
          );
        })}
      </ol>
    </SortableRows>
  );
}
