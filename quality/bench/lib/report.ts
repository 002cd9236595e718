// Writes results.md: every figure with its budget.
import { BUDGETS, PAGE_BUDGETS, PEER_INNER_LCP, PEERS } from './budgets.ts';
import type { describeMachine } from './machine.ts';
import type { measureStart } from './start.ts';
import type { weighBundle } from './bundle.ts';
import type { measureStaffScreens } from './staff-screens.ts';
import type { measureApi } from './api.ts';
import type { measureGrowth } from './growth.ts';
import type { measurePublish } from './publish.ts';
import type { TouchedPage } from './first-touch.ts';
import type { MeasuredPage } from './lighthouse.ts';
import type { measureNextPages } from './next-page.ts';
import { kB, ms, seconds } from './numbers.ts';
import { table } from '../../lib/table.ts';

export type Moment = { at: string; load: string[] };

export type Results = {
  machine: ReturnType<typeof describeMachine>;
  start?: Moment & Awaited<ReturnType<typeof measureStart>>;
  site?: Moment & SiteTimes;
  lighthouse?: Moment & { runs: number; pages: MeasuredPage[] };
  touch?: Moment & { runs: number; pages: TouchedPage[] };
  next?: Moment & { runs: number } & Awaited<ReturnType<typeof measureNextPages>>;
  bundle?: Moment & Awaited<ReturnType<typeof weighBundle>>;
  typing?: Moment & Awaited<ReturnType<typeof measureStaffScreens>>;
  api?: Moment & Awaited<ReturnType<typeof measureApi>>;
  build?: Moment & { builds: Awaited<ReturnType<typeof measureGrowth>> };
  publish?: Moment & Awaited<ReturnType<typeof measurePublish>>;
};

export type SiteTimes = {
  stackMs: number;
  seedMs: number;
  appMs: number;
  pagesMs: number;
  pages: number;
};

export function writeReport(results: Results) {
  const { machine, start, site, lighthouse, touch, next, bundle } = results;
  const { typing, api, build, publish } = results;
  return [
    '# Measured by npm run bench',
    `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, ${machine.system}; Node ` +
      `${machine.node}, ${machine.browser}, Lighthouse ${machine.lighthouse}, Vite ${machine.vite}, ` +
      `React ${machine.react}, ${machine.backend}. Each part names its time and how busy the ` +
      'machine was (load average over 1, 5 and 15 minutes) when it began.',
    ...(lighthouse ? pagesPart(lighthouse) : []),
    ...(touch ? touchPart(touch) : []),
    ...(next ? nextPart(next) : []),
    ...(bundle ? bundlePart(bundle) : []),
    ...(api ? apiPart(api) : []),
    ...(build ? buildPart(build) : []),
    ...(publish ? publishPart(publish) : []),
    ...(typing ? staffPart(typing) : []),
    ...(start ? startPart(start) : []),
    ...(site ? sitePart(site) : []),
  ].join('\n\n');
}

function heading(title: string, { at, load }: Moment) {
  return `## ${title}\n\n${at.slice(0, 16).replace('T', ' ')} UTC, load ${load.join(', ')}.`;
}

const verdict = (isMet: boolean) => (isMet ? 'met' : '**not met**');

const overVerdict = (over: readonly string[]) =>
  over.length === 0 ? 'met' : `**not met**: ${over.join(', ')}`;

function pagesPart(lighthouse: NonNullable<Results['lighthouse']>) {
  const { runs, pages } = lighthouse;
  const mobile = pages.filter(({ mode }) => mode === 'mobile');
  const desktop = pages.filter(({ mode }) => mode === 'desktop');
  const notes = pages
    .filter(({ over }) => over.length > 0)
    .flatMap(({ name, mode, notes: lines }) =>
      lines.map((line) => `- ${name}, ${mode}: \`${line}\``),
    );
  return [
    heading('Pages', lighthouse),
    `Lighthouse, median of ${runs}, pages in turn, brotli over loopback. First view is what was asked ` +
      'for before the first script file. A figure stands beside its budget: 674 / 750.',
    '### Phone, simulated throttling',
    pageTable(mobile),
    '### Desktop',
    pageTable(desktop),
    ...(notes.length > 0 ? ['Where to look:', notes.join('\n')] : []),
    '### Beside others',
    'Home page on the phone. Only the floor was measured in this run; the others are quoted, measured ' +
      'elsewhere with the same Lighthouse, its default throttling and 2 cores. A ratio above 1 is slower than ours.',
    peerTable(mobile),
  ];
}

function pageTable(pages: readonly MeasuredPage[]) {
  const head = [
    ...['page', 'perf', 'a11y', 'best', 'SEO', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS'],
    ...['requests, first view', 'kB before JS', 'kB in all', 'kB JS', 'requests', 'DOM', 'budgets'],
  ];
  return table(
    head,
    pages.map(({ name, kind, mode, figures, over }) => {
      const budget = mode === 'mobile' && kind !== 'floor' ? PAGE_BUDGETS[kind] : undefined;
      const beside = (text: string, limit: number | undefined) =>
        limit === undefined ? text : `${text} / ${limit}`;
      const of = (key: string) => figures[key] ?? NaN;
      return [
        name,
        ...['performance', 'accessibility', 'best-practices', 'seo'].map((score) => of(score)),
        beside(ms(of('fcp')), budget?.fcp),
        beside(ms(of('lcp')), budget?.lcp),
        beside(ms(of('tbt')), budget?.tbt),
        beside(of('cls').toFixed(3), budget?.cls),
        beside(String(of('firstViewRequests')), budget?.firstViewRequests),
        beside(kB(of('bytesBeforeScript')), budget && budget.bytesBeforeScript / 1000),
        kB(of('bytes')),
        kB(of('scriptBytes')),
        of('requests'),
        of('dom'),
        kind === 'floor' ? '' : overVerdict(over),
      ];
    }),
  );
}

function peerTable(mobile: readonly MeasuredPage[]) {
  const lcpOf = (name: string) => mobile.find((page) => page.name === name)?.figures.lcp ?? NaN;
  const ours = lcpOf('home');
  const ratio = (theirs: number) => (theirs / ours).toFixed(2);
  const kinds = { services: 'list', 'case study': 'detail', post: 'detail' } as const;
  return table(
    ['page', 'LCP ms', 'ours ms', 'theirs / ours'],
    [
      ['Floor, this run', ms(lcpOf('floor')), ms(ours), ratio(lcpOf('floor'))],
      ...PEERS.map(({ name, lcp }) => [`${name}, measured elsewhere`, lcp, ms(ours), ratio(lcp)]),
      ...Object.entries(kinds).map(([name, kind]) => [
        `Best other ${kind} page, measured elsewhere (ours: ${name})`,
        PEER_INNER_LCP[kind],
        ms(lcpOf(name)),
        (PEER_INNER_LCP[kind] / lcpOf(name)).toFixed(2),
      ]),
    ],
  );
}

function touchPart(touch: NonNullable<Results['touch']>) {
  return [
    heading('First touch', touch),
    `A phone with a processor slowed down four times; median of ${touch.runs}. After a second of reading a ` +
      'finger presses the menu button: only then does the app start. The menu is open after:',
    table(
      ['page', 'menu open, ms', 'longest task, ms'],
      touch.pages.map(({ name, opened, longestTask }) => [name, ms(opened), ms(longestTask)]),
    ),
  ];
}

function nextPart({ pairs, visit, ...next }: NonNullable<Results['next']>) {
  const slowest = Math.max(
    ...pairs.flatMap(({ fromDocument, fromApp }) => [fromDocument, fromApp]),
  );
  return [
    heading('Next page', next),
    'The same phone. A finger presses a link for 80 ms; milliseconds from its release until the next page is ' +
      `painted, median of ${next.runs}. Before the app has started the link loads a document, afterwards the app ` +
      `shows the page. All within ${BUDGETS.nextPageMs}: ${verdict(slowest <= BUDGETS.nextPageMs)}.`,
    table(
      ['from, to', 'before the app has started', 'by the app'],
      pairs.map(({ name, fromDocument, fromApp }) => [name, ms(fromDocument), ms(fromApp)]),
    ),
    `Interaction to next paint in ${next.runs} visits of five pages, ${visit.interactions} interactions: median ` +
      `${ms(visit.median)}, 98th percentile ${ms(visit.p98)} ms (budget ${BUDGETS.interactionMs}, ` +
      `${verdict(visit.p98 <= BUDGETS.interactionMs)}); the slowest: \`${visit.slowest}\`.`,
  ];
}

function bundlePart(bundle: NonNullable<Results['bundle']>) {
  const { appBytes, frameBytes, isAppWithin, routes, isAdminWithin, onDemand, html } = bundle;
  const sizes = html.map(({ bytes }) => bytes).sort((a, b) => a - b);
  return [
    heading('Bundle', bundle),
    `Brotli kB. The app that starts every page: ${kB(appBytes)} / ${kB(BUDGETS.appBytes)}, ` +
      `${verdict(isAppWithin)}. The frame of the staff area, there before any of its pages: ` +
      `${kB(frameBytes)}. The frame, and what a staff page adds to it, at most ` +
      `${kB(BUDGETS.adminRouteBytes)} each: ${verdict(isAdminWithin)}. HTML files: ` +
      `${kB(sizes[0] ?? NaN)} to ${kB(sizes.at(-1) ?? NaN)}, ${sizes.length} of them.`,
    table(
      ['route', 'adds', 'files', 'with app and frame', 'budget of what it adds'],
      routes.map(({ area, name, ownBytes, allBytes, files }) => [
        `${area}/${name}`,
        kB(ownBytes),
        files,
        kB(allBytes),
        area === 'admin'
          ? `${kB(BUDGETS.adminRouteBytes)}, ${verdict(ownBytes <= BUDGETS.adminRouteBytes)}`
          : '',
      ]),
    ),
    'Further files above 8 kB, shared by pages or loaded when something needs them:',
    table(
      ['file', 'brotli kB'],
      onDemand.map(({ file, bytes }) => [file.replace(/^assets\//, ''), kB(bytes)]),
    ),
  ];
}

function apiPart(api: NonNullable<Results['api']>) {
  const { sizes, growth, isFlat } = api;
  const first = sizes[0];
  const names = [...Object.keys(first?.visitor ?? {}), ...Object.keys(first?.staff ?? {})];
  const plans = sizes.at(-1);
  return [
    heading('Data API', api),
    'Milliseconds on the embedded backend, median (95th percentile) of 30, asked by the site’s own ' +
      'modules over HTTP. Growth compares the last two sizes, since ten rows do not fill a page. What visitors ' +
      `ask for is flat when it takes at most ${BUDGETS.flatRatio} times as long over ten times the rows: ` +
      `${verdict(isFlat)}.`,
    table(
      ['question', ...sizes.map(({ size }) => `${size.toLocaleString('en')} rows`), 'growth'],
      names.map((name) => [
        name,
        ...sizes.map(({ visitor, staff }) => {
          const time = visitor[name] ?? staff[name];
          return time ? `${ms(time.median)} (${ms(time.p95)})` : '';
        }),
        `× ${(growth[name] ?? NaN).toFixed(1)}`,
      ]),
    ),
    'How Postgres reads the first page over the most rows, as a visitor; studies, then posts:',
    ['```', ...(plans?.studiesPlan ?? []), '', ...(plans?.postsPlan ?? []), '```'].join('\n'),
  ];
}

function buildPart(build: NonNullable<Results['build']>) {
  const large = build.builds.filter(({ size }) => size >= 1_000);
  const fresh = Math.min(...large.map(({ first }) => first.pagesPerSecond));
  const kept = Math.min(...large.map(({ again }) => again.pagesPerSecond));
  const changedMs = Math.max(...large.map(({ changed }) => changed.pagesMs));
  const peak = Math.max(
    ...large.flatMap(({ first, again, unchanged, changed }) =>
      [first, again, unchanged, changed].map(({ peakMemory }) => peakMemory / 2 ** 20),
    ),
  );
  return [
    heading('Build', build),
    'Drawing every page and its social card; again, with the cards of the build before; after nothing changed, and ' +
      'after a change of one study, which comes first in the lists then. The ' +
      'processors’ time is without the backend, which shares them, and depends less on what else they do. Bundling ' +
      'the app comes on top where the code has changed.',
    table(
      [
        ...['studies', 'pages', 's', 'CPU s', 'pages/s', 's again', 'CPU s', 'pages/s again'],
        ...['s unchanged', 'CPU s', 's one changed', 'CPU s', 'peak MB'],
      ],
      build.builds.map(({ size, first, again, unchanged, changed }) => [
        size.toLocaleString('en'),
        first.pages,
        ...[first, again].flatMap(({ pagesMs, cpuMs, pagesPerSecond }) => [
          ...[seconds(pagesMs), seconds(cpuMs), pagesPerSecond.toFixed(1)],
        ]),
        ...[unchanged, changed].flatMap(({ pagesMs, cpuMs }) => [seconds(pagesMs), seconds(cpuMs)]),
        Math.round(
          Math.max(...[first, again, unchanged, changed].map(({ peakMemory }) => peakMemory)) /
            2 ** 20,
        ),
      ]),
    ),
    `Of 1,000 studies and more: ${fresh.toFixed(1)} pages a second with new cards (budget ` +
      `${BUDGETS.newPagesPerSecond}, ${verdict(fresh >= BUDGETS.newPagesPerSecond)}), ${kept.toFixed(1)} with those ` +
      `of the build before (${BUDGETS.keptPagesPerSecond}, ${verdict(kept >= BUDGETS.keptPagesPerSecond)}), ` +
      `${seconds(changedMs)} s for one changed study (${seconds(BUDGETS.changedMs)}, ` +
      `${verdict(changedMs <= BUDGETS.changedMs)}), ${Math.round(peak)} MB (${BUDGETS.buildMemoryMb}, ` +
      `${verdict(peak <= BUDGETS.buildMemoryMb)}).`,
  ];
}

function publishPart(publish: NonNullable<Results['publish']>) {
  const { studies, times, shownMs, isWithin } = publish;
  return [
    heading('Publish', publish),
    'From the call of the deploy hook until a new study answers with its social card on a folder host, by ' +
      `\`npm run builder\` among ${studies.toLocaleString('en')} studies: ${seconds(shownMs.median)} s, median of ` +
      `${times}, ${seconds(shownMs.max)} s at most (budget ${seconds(BUDGETS.publishMs)} s, ${verdict(isWithin)}).`,
  ];
}

function staffPart(staff: NonNullable<Results['typing']>) {
  const { typing, isTypingWithin, list, isListWithin } = staff;
  const row = (name: string, field: typeof typing.text) => [
    name,
    ...[field.script, field.work, field.toFrame].flatMap((figure) => [
      ms(figure.median),
      ms(figure.p95),
    ]),
  ];
  return [
    heading('Staff screens', staff),
    '200 keys into the form of a study with 50 pictures, milliseconds per key, median and 95th ' +
      'percentile. Work is all that the main thread did for it: script, style, layout, paint. Key to ' +
      `frame includes waiting for the screen’s next refresh. Work within ${BUDGETS.typingMs} ms at the 95th ` +
      `percentile: ${verdict(isTypingWithin)}.`,
    table(
      ['field', 'script', 'p95', 'work', 'p95', 'key to frame', 'p95'],
      [row('a long text', typing.text), row('a caption in the gallery', typing.row)],
    ),
    `First page of 1,000 studies: ${ms(list.pressed)} ms after the press in the menu ` +
      `(budget ${BUDGETS.staffListMs}, ${verdict(isListWithin)}), ${ms(list.opened)} ms after opening ` +
      'the address in a tab, app and session included.',
  ];
}

function startPart(start: NonNullable<Results['start']>) {
  const { first, again, isWithin } = start;
  return [
    heading('Start', start),
    `\`npm start\` after install, until everything is there; within ${seconds(BUDGETS.startMs)} s: ` +
      `${verdict(isWithin)}.`,
    table(
      ['', 'first page served, s', 'ready, s'],
      [
        [
          'first start: database, seed, pictures, posts',
          seconds(first.servedMs),
          seconds(first.readyMs),
        ],
        ['next start', seconds(again.servedMs), seconds(again.readyMs)],
      ],
    ),
  ];
}

function sitePart(site: NonNullable<Results['site']>) {
  return [
    heading('Production build with the seeded data', site),
    table(
      ['step', 's'],
      [
        ['backend with its database', seconds(site.stackMs)],
        ['seed', seconds(site.seedMs)],
        ['bundling the app', seconds(site.appMs)],
        [`drawing ${site.pages} pages`, seconds(site.pagesMs)],
      ],
    ),
  ];
}
