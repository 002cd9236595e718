import type { Built } from '../../lib/build.ts';
import { signIn } from '../../lib/staff.ts';
import { table } from '../../lib/table.ts';
import type { Bench } from './bench.ts';
import { BUDGETS } from './budgets.ts';
import { withoutKeptCards } from './drawn-cards.ts';
import { seconds } from './numbers.ts';
import { verdict } from './results.ts';

type Figures = Pick<Built, 'pages' | 'pagesMs' | 'cpuMs' | 'peakMemory'>;
/** The four builds of a number of studies, in order. */
type Builds = Record<'first' | 'again' | 'unchanged' | 'changed', Figures> & { size: number };

/** With all social cards drawn, with cached cards, after nothing changed, and after a change of one study. */
export async function measureBuilds({ openSite, isFull }: Bench): Promise<string> {
  const { site } = await openSite();
  const builds: Builds[] = [];
  await withoutKeptCards(async () => {
    for (const size of isFull ? [10, 1_000, 10_000] : [10, 1_000]) {
      await site.fill({ studies: size, posts: 10 });
      const first = await site.build({ isWhole: true });
      const again = await site.build({ isWhole: true });
      const unchanged = await site.build();
      const staff = await signIn(site);
      await staff
        .from('case_studies')
        .update({ title: `Changed at ${new Date().toISOString()}` })
        .eq('slug', `case-study-number-${Math.ceil(size / 2)}`)
        .throwOnError();
      builds.push({ size, first, again, unchanged, changed: await site.build() });
      console.log(`  ${size}: ${Math.round(first.pagesMs)} ms, ${Math.round(again.pagesMs)} ms`);
    }
  });
  return describe(builds);
}

const rateOf = ({ pages, pagesMs }: Figures) => pages / (pagesMs / 1000);
const peakOf = ({ first, again, unchanged, changed }: Builds) =>
  Math.max(...[first, again, unchanged, changed].map(({ peakMemory }) => peakMemory)) / 2 ** 20;

function describe(builds: readonly Builds[]) {
  const large = builds.filter(({ size }) => size >= 1_000);
  const fresh = Math.min(...large.map(({ first }) => rateOf(first)));
  const kept = Math.min(...large.map(({ again }) => rateOf(again)));
  const changedMs = Math.max(...large.map(({ changed }) => changed.pagesMs));
  const peak = Math.max(...large.map(peakOf));
  const times = ({ pagesMs, cpuMs }: Figures) => [seconds(pagesMs), seconds(cpuMs)];
  return [
    'Drawing every page and its social card; again, with the cards of the build before; after nothing changed, and after ' +
      'a change of one study, which comes first in the lists then. The processors’ time is without the backend, which ' +
      'shares them, and depends less on what else they do. Bundling the app comes on top where the code has changed.',
    table(
      [
        ...['studies', 'pages', 's', 'CPU s', 'pages/s', 's again', 'CPU s', 'pages/s again'],
        ...['s unchanged', 'CPU s', 's one changed', 'CPU s', 'peak MB'],
      ],
      builds.map((build) => [
        ...[build.size.toLocaleString('en'), build.first.pages],
        ...[...times(build.first), rateOf(build.first).toFixed(1)],
        ...[...times(build.again), rateOf(build.again).toFixed(1)],
        ...[...times(build.unchanged), ...times(build.changed), Math.round(peakOf(build))],
      ]),
    ),
    `Of 1,000 studies and more: ${fresh.toFixed(1)} pages a second with new cards (budget ` +
      `${BUDGETS.newPagesPerSecond}, ${verdict(fresh >= BUDGETS.newPagesPerSecond)}), ${kept.toFixed(1)} with those ` +
      `of the build before (${BUDGETS.keptPagesPerSecond}, ${verdict(kept >= BUDGETS.keptPagesPerSecond)}), ` +
      `${seconds(changedMs)} s for one changed study (${seconds(BUDGETS.changedMs)}, ` +
      `${verdict(changedMs <= BUDGETS.changedMs)}), ${Math.round(peak)} MB (${BUDGETS.buildMemoryMb}, ` +
      `${verdict(peak <= BUDGETS.buildMemoryMb)}).`,
  ].join('\n\n');
}
